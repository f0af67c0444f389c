/** Builds the web when its sources are newer than what was built last. */
import { glob, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const WEB_DIR = import.meta.dirname;
const DIST_DIR = join(WEB_DIR, 'dist');
/** Written last by every build. */
const PRODUCT = join(DIST_DIR, 'index.html');
const SOURCES = [
  'web/**/*.{ts,tsx,css,html,svg,js,json}',
  'api/contract/*.ts',
  'pnpm-lock.yaml',
] as const;

/** The directory to serve; prints one line about what it did. Throws with the bundler's message where the build fails. */
export async function buildWebIfStale(
  print: (line: string) => void = console.error,
): Promise<string> {
  const startMs = performance.now();
  const changed = await newerSource();
  if (changed === null) {
    print('web: built already, nothing changed since');
    return DIST_DIR;
  }
  const { build } = await import('vite');
  await build({ configFile: join(WEB_DIR, 'vite.config.ts'), logLevel: 'error' });
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  print(`web: built in ${seconds} s (${changed})`);
  return DIST_DIR;
}

/** Why a build is due: the first source that is newer than the product, or that there is none. Null: it is not due. */
async function newerSource(): Promise<string | null> {
  const builtMs = await changeTimeMs(PRODUCT);
  if (builtMs === null) return 'first build';
  const root = join(WEB_DIR, '..');
  for await (const path of glob([...SOURCES], { cwd: root, exclude: isForeign })) {
    const changedMs = await changeTimeMs(join(root, path));
    if (changedMs !== null && changedMs > builtMs) return `${relative('.', path)} changed`;
  }
  return null;
}

const isForeign = (path: string): boolean =>
  /(^|\/)(node_modules|dist)$|\.test\.tsx?$|(^|\/)(build|screenshots|make-steps)\.ts$/.test(path);

async function changeTimeMs(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return null;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildWebIfStale();
