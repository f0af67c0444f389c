SELECT *
FROM silences FINAL
WHERE project = {project:String} AND expires_at > {at:DateTime64(3, 'UTC')}
ORDER BY created_at, silence_id
