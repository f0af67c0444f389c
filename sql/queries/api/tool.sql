WITH totals AS
(
    @include tool_totals.sql
)
SELECT *
FROM totals
WHERE tool = {tool:String}
