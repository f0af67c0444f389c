import { createHash } from 'node:crypto';
import { isAbsolute, relative } from 'node:path';

import { LOOP_KINDS } from '@loopscope/loops';

import type { ScannedLoop, ScannedRun } from './scanned-run.ts';

export interface SarifOptions {
  version: string;
  /** Paths are given relative to it. */
  cwd: string;
}

const DOCS =
  'docs/detection.md says what each kind looks like, why we say so, and what it cannot see.';

/** SARIF 2.1.0: every loop is a result at the record of its run, for code review and dashboards. */
export function toSarif(runs: readonly ScannedRun[], { version, cwd }: SarifOptions): object {
  const found = runs.flatMap((run) => run.loops.map((loop) => toResult(run, loop, cwd)));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'loopscope',
            version,
            rules: LOOP_KINDS.map((kind) => ({
              id: kind,
              name: nameOf(kind),
              shortDescription: { text: `Loop of kind ${kind}` },
              help: { text: DOCS },
              defaultConfiguration: { level: 'error' },
            })),
          },
        },
        results: found,
        columnKind: 'utf16CodeUnits',
      },
    ],
  };
}

function toResult(run: ScannedRun, loop: ScannedLoop, cwd: string): object {
  const { kind, severity, summary, calls, fix, cost, tool } = loop;
  return {
    ruleId: kind,
    ruleIndex: LOOP_KINDS.indexOf(kind),
    level: severity === 'alert' ? 'error' : 'note',
    message: { text: `${summary} ${fix.advice}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(run.origin.file, cwd) },
          region: { startLine: run.origin.line },
        },
        logicalLocations: [{ name: run.id, kind: 'run' }],
      },
    ],
    // Stays while the loop grows: the run, the kind and the first call do not change.
    partialFingerprints: { 'loop/v1': fingerprint([run.id, kind, calls[0]]) },
    properties: { severity, tool, calls, cost, fix },
  };
}

function uriOf(file: string, cwd: string): string {
  const path = isAbsolute(file) ? relative(cwd, file) : file;
  return path.split('/').map(encodeURIComponent).join('/');
}

function fingerprint(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** `noop_write` -> `NoopWrite`. */
function nameOf(kind: string): string {
  return kind.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
