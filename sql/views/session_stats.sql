-- One row per session: what its turns add up to. Distinct counts are over the whole session; a call whose arguments are
-- unknown counts as distinct from all others.
CREATE OR REPLACE VIEW @view(session_stats) AS
SELECT
    @include ../queries/session_columns.sql
FROM (SELECT *, stored_at FROM turn_verdicts FINAL) AS verdicts
GROUP BY project, session_id
