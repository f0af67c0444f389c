/** Builds the web when its sources are newer than what was built last. */
import { glob, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

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
  await buildWeb();
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  print(`web: built in ${seconds} s (${changed})`);
  return DIST_DIR;
}

/** Builds aside and puts the result in place whole: who serves or builds at the same time never sees half of it. */
async function buildWeb(): Promise<void> {
  const { build } = await import('vite');
  // Whoever asks, a test runner too: anything else builds the libraries' development form.
  process.env['NODE_ENV'] = 'production';
  const aside = join(WEB_DIR, 'node_modules', `.build-${process.pid}`);
  const replaced = `${aside}-replaced`;
  try {
    await build({
      configFile: join(WEB_DIR, 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir: aside, emptyOutDir: true },
    });
    await compressFiles(aside);
    await rename(DIST_DIR, replaced).catch(ignoreMissing);
    await rename(aside, DIST_DIR);
  } finally {
    await rm(aside, { recursive: true, force: true });
    await rm(replaced, { recursive: true, force: true });
  }
}

/** A smaller file is not worth a second name. */
const SMALLEST_BYTES = 1024;

/** Lays `.br` and `.gz` beside every text file, for a server that sends what is there. */
async function compressFiles(directory: string): Promise<void> {
  const files: Promise<void>[] = [];
  for await (const path of glob('**/*.{js,css,html,svg}', { cwd: directory })) {
    files.push(compressFile(join(directory, path)));
  }
  await Promise.all(files);
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < SMALLEST_BYTES) return;
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}

/** Why a build is due: the first source that is newer than the product, or that there is none. Null: it is not due. */
async function newerSource(): Promise<string | null> {
  const builtMs = await changeTimeMs(PRODUCT);
  if (builtMs === null) return 'first build';
  const root = join(WEB_DIR, '..');
  for await (const path of glob([...SOURCES], { cwd: root, exclude: isNoSource })) {
    const changedMs = await changeTimeMs(join(root, path));
    if (changedMs !== null && changedMs > builtMs) return `${relative('.', path)} changed`;
  }
  return null;
}

/** What is not part of the bundle: products, tests, tools. */
const isNoSource = (path: string): boolean =>
  /(^|\/)(node_modules|dist)$|\.test\.tsx?$|(^|\/)(build|screenshots|make-steps)\.ts$/.test(path);

async function changeTimeMs(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return null;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildWebIfStale();
