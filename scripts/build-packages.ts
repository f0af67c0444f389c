/** Compiles the published libraries into `dist/packages`, each with the package.json that goes to the registry. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
export const PUBLISHED = ['signature', 'loops', 'sdk'] as const;

interface Manifest {
  version: string;
  exports: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: unknown;
}

/** What stands in the workspace's manifest, for compiled files and without the workspace. */
export function publishedManifest(manifest: Manifest): object {
  const { devDependencies: _, dependencies = {}, ...rest } = manifest;
  const versions = Object.entries(dependencies).map(([name, range]) => [
    name,
    range.startsWith('workspace:') ? `^${manifest.version}` : range,
  ]);
  const isSource = (path: string): boolean => path.endsWith('.ts');
  const exports = Object.entries(manifest.exports).map(([name, path]) => [
    name,
    isSource(path)
      ? { types: path.replace(/\.ts$/, '.d.ts'), default: path.replace(/\.ts$/, '.js') }
      : path,
  ]);
  return {
    ...rest,
    exports: Object.fromEntries(exports),
    dependencies: Object.fromEntries(versions),
    engines: { node: '>=20' },
  };
}

/** Throws with the compiler's words where the libraries do not compile. */
export function buildPackages(outDir: string): void {
  const compiler = join(root, 'node_modules/.bin/tsc');
  const args = ['-p', join(root, 'tsconfig.build.json'), '--outDir', outDir];
  const { status, stdout } = spawnSync(compiler, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the libraries do not compile:\n${stdout}`);
  for (const name of PUBLISHED) {
    const manifest: Manifest = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'));
    const text = JSON.stringify(publishedManifest(manifest), null, 2);
    writeFileSync(join(outDir, name, 'package.json'), `${text}\n`);
    for (const path of Object.values(manifest.exports)) {
      if (path.endsWith('.json')) copyFileSync(join(root, name, path), join(outDir, name, path));
    }
    copyFileSync(join(root, 'LICENSE'), join(outDir, name, 'LICENSE'));
    const readme = join(root, name, 'README.md');
    if (existsSync(readme)) copyFileSync(readme, join(outDir, name, 'README.md'));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const outDir = join(root, 'dist/packages');
  buildPackages(outDir);
  console.log(`built ${PUBLISHED.join(', ')} in ${outDir}`);
}
