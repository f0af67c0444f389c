import { literalOf } from './code-schema.ts';
import type { CodeScope } from './code-scope.ts';
import { textOf, type CodeCall, type CodeFile, type CodeValue } from './code-value.ts';
import type { ListedTool } from './read-tools.ts';

type Declared = ListedTool['declared'];

/** What code declares of tools: by name, and of the very value that was handed over. */
export interface CodeDeclarations {
  byName: Map<string, Declared>;
  byValue: Map<CodeValue, Declared>;
}

/** Calls whose `tools` declare by name. */
const TAKE_TOOLS: ReadonlySet<string> = new Set([
  'createGuard',
  'LoopscopeSpanProcessor',
  'loopscopeExporter',
]);

/** `declareTool` and the `tools` of guards, span processors and exporters, wherever in the project. */
export function declarationsIn(files: readonly CodeFile[], scope: CodeScope): CodeDeclarations {
  const declared: CodeDeclarations = { byName: new Map(), byValue: new Map() };
  for (const file of files) {
    for (const { value } of file.placed) {
      if (value.kind !== 'call') continue;
      if (value.callee === 'declareTool') addDeclared(value, file, { scope, declared });
      else if (TAKE_TOOLS.has(value.callee)) addTools(value, file, { scope, declared });
    }
  }
  return declared;
}

interface Into {
  scope: CodeScope;
  declared: CodeDeclarations;
}

function addDeclared({ args }: CodeCall, file: CodeFile, { scope, declared }: Into): void {
  const [tool, said] = args;
  if (tool === undefined || said === undefined) return;
  const { value } = scope.resolve(tool, file);
  const name = textOf(value);
  const declaration = declarationOf(said, file, scope);
  if (name === null) declared.byValue.set(value, declaration);
  else declared.byName.set(name, declaration);
}

function addTools({ args }: CodeCall, file: CodeFile, { scope, declared }: Into): void {
  for (const arg of args) {
    const options = scope.resolve(arg, file);
    const tools =
      options.value.kind === 'object' ? scope.member(options.value, 'tools', options.file) : null;
    if (tools?.value.kind !== 'object') continue;
    for (const [name, said] of tools.value.members) {
      declared.byName.set(name, declarationOf(said, tools.file, scope));
    }
  }
}

function declarationOf(value: CodeValue, file: CodeFile, scope: CodeScope): Declared {
  const at = scope.resolve(value, file);
  if (at.value.kind !== 'object') return {};
  const fields = (key: 'identity' | 'volatile'): string[] | null => {
    const found = at.value.kind === 'object' ? scope.member(at.value, key, at.file) : null;
    if (found === null) return null;
    const literal = literalOf(found.value, found.file, scope);
    // Declared somehow that code alone does not show: the author has thought of it.
    return Array.isArray(literal) ? literal.filter((field) => typeof field === 'string') : [];
  };
  const identity = fields('identity');
  const volatile = fields('volatile');
  return {
    ...(identity === null ? {} : { identity }),
    ...(volatile === null ? {} : { volatile }),
  };
}
