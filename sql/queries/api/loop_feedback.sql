-- What people said, the latest first; of these shapes, or of all.
SELECT *
FROM loop_feedback FINAL
WHERE project = {project:String} AND (empty({shapes:Array(String)}) OR has({shapes:Array(String)}, shape))
ORDER BY given_at DESC, feedback_id
LIMIT {limit:UInt32}
