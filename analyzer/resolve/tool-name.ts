/** Server, plugin or namespace in front of a tool's own name. */
const QUALIFIER = /^.*(?:__|[./:])(?=[^./:]+$)/;

/** A tool's name without the qualifiers that one layer writes and another leaves out. */
export function canonicalTool(tool: string): string {
  return tool.toLowerCase().replace(QUALIFIER, '');
}

/** True where two layers call one tool by these names. */
export function isSameTool(a: string, b: string): boolean {
  return a === b || canonicalTool(a) === canonicalTool(b);
}

/** True where one name is the other behind a server's name, as in `github_search` and `search`. */
export function isQualifiedForm(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short !== '' && long.endsWith(short) && /[_.:/-]/.test(long.at(-short.length - 1) ?? '');
}
