-- Of the claims of the latest term the first one won; it lives as long as its heartbeats are young.
WITH latest AS
(
    SELECT
        term,
        holder,
        beat,
        stored_at,
        argMinIf(holder, (stored_at, holder), beat = 0) OVER (PARTITION BY term) AS first_claim
    FROM alert_leases
    WHERE project = {project:String}
        AND term = (SELECT max(term) FROM alert_leases WHERE project = {project:String})
)
SELECT
    term,
    any(first_claim) AS winner,
    toUnixTimestamp64Milli(now64(3)) - maxIf(toUnixTimestamp64Milli(stored_at), beat >= 0) AS age_ms,
    countIf(beat = -1) AS released
FROM latest
WHERE holder = first_claim
GROUP BY term
