-- How each tool is declared now by people; a declaration that was taken back is among them, marked as removed.
SELECT
    tool,
    argMax(declarations.declaration, declarations.version) AS declaration,
    argMax(declarations.removed, declarations.version) AS removed,
    argMax(declarations.author, declarations.version) AS author,
    argMax(declarations.reason, declarations.version) AS reason,
    argMax(declarations.changed_at, declarations.version) AS changed_at,
    max(declarations.version) AS version,
    count() AS changes
FROM declarations FINAL
WHERE project = {project:String}
GROUP BY tool
ORDER BY tool
