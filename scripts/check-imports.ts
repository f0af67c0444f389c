/** Import directions and cycles over the whole tree; prints each offence and exits 1. */
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { posix } from 'node:path';
import { pathToFileURL } from 'node:url';

import { IMPORT_RULES, TYPES_ONLY } from './import-rules.ts';
import { importCycles, importsOf, judgeImport } from './imports.ts';

const isForeign = (path: string): boolean => /(^|\/)(node_modules|dist)$/.test(path);

/** Offences of the tree below `root`, in words; and how many files were read. */
export async function checkImports(root: string): Promise<{ files: number; offences: string[] }> {
  const rules = { allowed: IMPORT_RULES, typesOnly: TYPES_ONLY };
  const graph = new Map<string, string[]>();
  const offences: string[] = [];
  const pattern = `{${Object.keys(IMPORT_RULES).join(',')}}/**/*.{ts,tsx}`;
  for await (const entry of glob(pattern, {
    cwd: root,
    exclude: isForeign,
  })) {
    const file = entry.replaceAll('\\', '/');
    const imports = importsOf(file, readFileSync(posix.join(root, file), 'utf8'));
    for (const found of imports) {
      const offence = judgeImport(file, found, rules);
      if (offence !== null) offences.push(offence);
    }
    const own = imports.filter((found) => found.specifier.startsWith('.'));
    graph.set(
      file,
      own.map((found) => posix.join(posix.dirname(file), found.specifier)),
    );
  }
  for (const ring of importCycles(graph)) offences.push(`import cycle: ${ring.join(' <-> ')}`);
  return { files: graph.size, offences };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { files, offences } = await checkImports('.');
  for (const offence of offences) console.error(offence);
  console.log(`${files} files, ${offences.length} wrong imports`);
  if (offences.length > 0) process.exitCode = 1;
}
