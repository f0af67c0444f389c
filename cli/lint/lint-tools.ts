import type { Declarations, ToolDeclaration } from '@loopscope/signature';

import { lockTool, type LockedTool, type LockFile } from './lock.ts';
import { mayHold, type ListedTool } from './read-tools.ts';

export interface Finding {
  rule:
    | 'no_identity'
    | 'unknown_field'
    | 'ambiguous'
    | 'new_parameter'
    | 'removed_parameter'
    | 'changed_parameter'
    | 'changed_identity'
    | 'changed_description'
    | 'new_tool'
    | 'removed_tool'
    | 'unused_declaration'
    | 'unread_tool';
  /** A note does not fail the build. */
  severity: 'problem' | 'note';
  tool: string;
  /** Empty where it is about no list. */
  file: string;
  /** 0 where the file is a list. */
  line: number;
  /** Parameters or fields that it is about. */
  fields: string[];
  message: string;
}

export interface ToolInFile {
  file: string;
  /** 0 in a list. */
  line: number;
  /** Null where code does not say the tool's name. */
  tool: ListedTool | null;
}

export interface LintInput {
  tools: readonly ToolInFile[];
  /** Of `loopscope.yaml`; they come before what a list declares. */
  declarations: Declarations;
  /** Null where there is none yet. */
  lock: LockFile | null;
}

export interface LintResult {
  findings: Finding[];
  /** What the lock file is to hold now. */
  locked: Map<string, LockedTool>;
}

/** Tools that nobody can tell the repeats of, declarations that fit no schema, and what has drifted since the lock was written. */
export function lintTools({ tools, declarations, lock }: LintInput): LintResult {
  const locked = new Map<string, LockedTool>();
  const findings: Finding[] = [];
  for (const { file, line, tool } of tools) {
    const found = createFind(findings, tool?.name ?? '', { file, line });
    if (tool === null) {
      found('unread_tool', 'note', { message: 'is made here, and its name is not in the code' });
      continue;
    }
    const identity = checkDeclared(tool, declarations.get(tool.name), found);
    const now = lockTool(tool, identity);
    const before = lock?.tools[tool.name];
    // What cannot be read has not drifted.
    const known = tool.isRead ? now : { ...now, parameters: before?.parameters ?? {} };
    if (tool.isRead) checkSame(locked.get(tool.name), now, found);
    locked.set(tool.name, known);
    if (lock !== null) checkDrift(before, known, found);
  }
  checkGone({ lock, declarations, locked }, findings);
  return { findings, locked };
}

/** The tool's identity as declared; null where it is not. */
function checkDeclared(
  tool: ListedTool,
  declaration: ToolDeclaration | undefined,
  found: Find,
): readonly string[] | null {
  const identity = declaration?.identity ?? tool.declared.identity ?? null;
  const volatile = declaration?.volatile ?? tool.declared.volatile ?? [];
  checkIdentity(tool, identity, found);
  checkFields(tool, { identity: identity ?? [], volatile }, found);
  return identity;
}

type Find = (
  rule: Finding['rule'],
  severity: Finding['severity'],
  said: { fields?: string[]; message: string },
) => void;

const NOWHERE = { file: '', line: 0 };

function createFind(
  findings: Finding[],
  tool: string,
  { file, line }: Pick<Finding, 'file' | 'line'>,
): Find {
  return (rule, severity, { fields = [], message }) => {
    findings.push({ rule, severity, tool, file, line, fields, message });
  };
}

function checkIdentity(tool: ListedTool, identity: readonly string[] | null, found: Find): void {
  const parameters = [...tool.parameters.keys()];
  if (identity !== null || (tool.isRead && parameters.length === 0)) return;
  const names = tool.isRead ? parameters.join(', ') : 'its parameters';
  found('no_identity', 'problem', {
    fields: parameters,
    message: `says nothing of which parameters make two calls the same: declare tools.${tool.name}.identity with those of ${names} that decide the side effect`,
  });
}

function checkFields(
  { schema }: ListedTool,
  declared: Record<'identity' | 'volatile', readonly string[]>,
  found: Find,
): void {
  for (const [key, paths] of Object.entries(declared)) {
    const unknown = paths.filter((path) => !mayHold(schema, path));
    if (unknown.length === 0) continue;
    found('unknown_field', 'problem', {
      fields: unknown,
      message: `declares ${key} ${unknown.join(', ')}, which ${unknown.length === 1 ? 'is' : 'are'} not in its schema`,
    });
  }
}

function checkSame(other: LockedTool | undefined, now: LockedTool, found: Find): void {
  if (other === undefined) return;
  if (JSON.stringify(other.parameters) === JSON.stringify(now.parameters)) return;
  found('ambiguous', 'problem', {
    fields: Object.keys(now.parameters),
    message: 'is listed before with other parameters: one declaration cannot hold for both',
  });
}

function checkDrift(before: LockedTool | undefined, now: LockedTool, found: Find): void {
  if (before === undefined) {
    found('new_tool', 'note', { message: 'is new since the lock file was written' });
    return;
  }
  const added = Object.keys(now.parameters).filter((name) => !(name in before.parameters));
  const removed = Object.keys(before.parameters).filter((name) => !(name in now.parameters));
  const changed = Object.keys(now.parameters).filter(
    (name) => name in before.parameters && before.parameters[name] !== now.parameters[name],
  );
  if (added.length > 0) {
    found('new_parameter', 'problem', {
      fields: added,
      message: `gained ${added.join(', ')}: decide whether it belongs to the identity, then run with --write`,
    });
  }
  if (removed.length > 0) {
    found('removed_parameter', 'problem', {
      fields: removed,
      message: `lost ${removed.join(', ')}`,
    });
  }
  if (changed.length > 0) {
    const parts = changed.map(
      (name) => `${name} from ${before.parameters[name] ?? ''} to ${now.parameters[name] ?? ''}`,
    );
    found('changed_parameter', 'problem', {
      fields: changed,
      message: `changed ${parts.join(', ')}`,
    });
  }
  if (JSON.stringify(before.identity) !== JSON.stringify(now.identity)) {
    found('changed_identity', 'problem', {
      fields: now.identity ?? [],
      message: `changed its identity from ${listOf(before.identity)} to ${listOf(now.identity)}`,
    });
  }
  if (before.description !== now.description) {
    found('changed_description', 'note', {
      message: 'has another description: compare its loops before and after',
    });
  }
}

function listOf(fields: readonly string[] | null): string {
  return fields === null ? 'undeclared' : `[${fields.join(', ')}]`;
}

function checkGone(
  {
    lock,
    declarations,
    locked,
  }: Pick<LintInput, 'lock' | 'declarations'> & { locked: ReadonlyMap<string, LockedTool> },
  findings: Finding[],
): void {
  for (const tool of Object.keys(lock?.tools ?? {})) {
    if (locked.has(tool)) continue;
    createFind(findings, tool, NOWHERE)('removed_tool', 'note', {
      message: 'is in the lock file and in no list',
    });
  }
  for (const tool of declarations.keys()) {
    if (locked.has(tool)) continue;
    createFind(findings, tool, NOWHERE)('unused_declaration', 'note', {
      message: 'is declared in loopscope.yaml and in no list',
    });
  }
}
