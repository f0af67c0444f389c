-- Whether anything was touched since the last look: far cheaper than the work list itself. The count notices a touch that
-- surfaces behind the latest one.
SELECT count() AS touches, toString(max(touched_traces.touched_at)) AS touched_at
FROM touched_traces
WHERE project = {project:String} AND touched_traces.touched_at >= {since:DateTime64(6, 'UTC')}
