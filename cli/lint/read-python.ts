import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';

import { childrenOf, partsOf, Reader, unknown, type Language } from './code-tree.ts';
import type { CodeFile, CodeFunction, CodeObject, CodeParameter, CodeValue } from './code-value.ts';

/** Python. What is no program is read as far as it is one. */
export function readPython(path: string, source: string): CodeFile {
  return new Reader(source, PYTHON).read(parser.parse(source), path);
}

const PYTHON: Language = {
  candidates: new Set([
    'CallExpression',
    'DictionaryExpression',
    'FunctionDefinition',
    'ClassDefinition',
  ]),
  lower,
  bind,
  nameAt,
};

type Lower = (node: SyntaxNode, reader: Reader) => CodeValue;

const around: Lower = (node, reader) => {
  const last = node.lastChild;
  const value = last?.name === ')' ? last.prevSibling : last;
  return value === null || value === undefined ? unknown(reader.text(node)) : reader.value(value);
};

const LOWER: ReadonlyMap<string, Lower> = new Map<string, Lower>([
  ['String', (node, reader) => ({ kind: 'text', text: unquoted(reader.text(node)) })],
  ['ContinuedString', joined],
  ['VariableName', (node, reader) => ({ kind: 'name', path: [reader.text(node)] })],
  ['MemberExpression', memberOf],
  ['DictionaryExpression', dictionaryOf],
  ['ArrayExpression', listOf],
  ['TupleExpression', listOf],
  ['CallExpression', callOf],
  ['FunctionDefinition', functionOf],
  ['ClassDefinition', classOf],
  ['ParenthesizedExpression', around],
  ['AwaitExpression', around],
]);

function lower(node: SyntaxNode, reader: Reader): CodeValue {
  return LOWER.get(node.name)?.(node, reader) ?? unknown(reader.text(node));
}

const QUOTED = /^[A-Za-z]{0,2}("""|'''|"|')([\s\S]*)\1$/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

function unquoted(text: string): string {
  const inner = QUOTED.exec(text)?.[2] ?? text;
  return inner.replaceAll(/\\([\s\S])/g, (_, unit: string) => ESCAPES[unit] ?? unit);
}

/** Texts that stand side by side are one. */
function joined(node: SyntaxNode, reader: Reader): CodeValue {
  const texts = childrenOf(node).map((child) =>
    child.name === 'String' ? unquoted(reader.text(child)) : null,
  );
  return texts.includes(null) ? unknown(reader.text(node)) : { kind: 'text', text: texts.join('') };
}

function memberOf(node: SyntaxNode, reader: Reader): CodeValue {
  const property = node.getChild('PropertyName');
  const base = node.firstChild === null ? null : reader.value(node.firstChild);
  if (property === null || base?.kind !== 'name') return unknown(reader.text(node));
  return { kind: 'name', path: [...base.path, reader.text(property)] };
}

function callOf(node: SyntaxNode, reader: Reader): CodeValue {
  const called = node.firstChild;
  const list = node.getChild('ArgList');
  if (called === null) return unknown(reader.text(node));
  const property = called.name === 'MemberExpression' ? called.getChild('PropertyName') : null;
  const object = property === null ? null : called.firstChild;
  return {
    kind: 'call',
    callee: reader.text(property ?? called),
    base: object === null ? null : reader.value(object),
    ...(list === null
      ? { args: [], named: new Map<string, CodeValue>() }
      : argumentsIn(list, reader)),
  };
}

function argumentsIn(
  list: SyntaxNode,
  reader: Reader,
): { args: CodeValue[]; named: Map<string, CodeValue> } {
  const args: CodeValue[] = [];
  const named = new Map<string, CodeValue>();
  for (const [first, sign, value] of partsOf(list)) {
    if (first === undefined || first.name === '*' || first.name === '**') continue;
    if (sign?.name === 'AssignOp' && value !== undefined)
      named.set(reader.text(first), reader.value(value));
    else args.push(reader.value(first));
  }
  return { args, named };
}

function listOf(node: SyntaxNode, reader: Reader): CodeValue {
  const items = partsOf(node).flatMap(([first]) =>
    first === undefined || first.name === '*' ? [] : [reader.value(first)],
  );
  return { kind: 'list', items };
}

function dictionaryOf(node: SyntaxNode, reader: Reader): CodeObject {
  const object: CodeObject = { kind: 'object', members: new Map(), spread: [] };
  for (const [first, second, third] of partsOf(node)) {
    if (first?.name === '**' && second !== undefined) object.spread.push(reader.value(second));
    else if (first?.name === 'String' && third !== undefined) {
      object.members.set(unquoted(reader.text(first)), reader.value(third));
    }
  }
  return object;
}

function functionOf(node: SyntaxNode, reader: Reader): CodeFunction {
  const name = node.getChild('VariableName');
  const list = node.getChild('ParamList');
  const above = node.parent?.name === 'DecoratedStatement' ? node.parent : null;
  return {
    kind: 'function',
    name: name === null ? '' : reader.text(name),
    parameters: list === null ? [] : parametersIn(list, reader),
    decorators: (above?.getChildren('Decorator') ?? []).map((decorator) =>
      decoratorOf(decorator, reader),
    ),
    description: docstringOf(node, reader),
  };
}

/** `**options` takes any name, so it is none; what stands after a bare `*` is one like any other. */
function parametersIn(list: SyntaxNode, reader: Reader): CodeParameter[] {
  return partsOf(list).flatMap(([first, second]) => {
    if (first?.name !== 'VariableName') return [];
    const type = second?.name === 'TypeDef' ? reader.text(second).replace(/^:\s*/, '') : '';
    return [{ name: reader.text(first), type }];
  });
}

/** A decorator without brackets is a call without arguments. */
function decoratorOf(node: SyntaxNode, reader: Reader): CodeValue {
  const path = node.getChildren('VariableName').map((part) => reader.text(part));
  const last = node.getChildren('PropertyName').at(-1);
  if (last !== undefined) path.push(reader.text(last));
  const list = node.getChild('ArgList');
  return {
    kind: 'call',
    callee: path.at(-1) ?? '',
    base: path.length > 1 ? { kind: 'name', path: path.slice(0, -1) } : null,
    ...(list === null
      ? { args: [], named: new Map<string, CodeValue>() }
      : argumentsIn(list, reader)),
  };
}

function docstringOf(node: SyntaxNode, reader: Reader): string {
  const first = childrenOf(node.getChild('Body') ?? node).find(
    ({ name }) => name !== ':' && name !== 'Comment',
  );
  const text = first?.name === 'ExpressionStatement' ? first.getChild('String') : null;
  return text === null ? '' : unquoted(reader.text(text)).trim();
}

function classOf(node: SyntaxNode, reader: Reader): CodeValue {
  const name = node.getChild('VariableName');
  const bases = node.getChild('ArgList');
  const members = new Map<string, CodeValue>();
  const types = new Map<string, string>();
  const methods = new Map<string, CodeFunction>();
  for (const child of childrenOf(node.getChild('Body') ?? node)) {
    const statement =
      child.name === 'DecoratedStatement' ? child.getChild('FunctionDefinition') : child;
    if (statement?.name === 'FunctionDefinition') {
      const method = functionOf(statement, reader);
      methods.set(method.name, method);
    } else if (statement?.name === 'AssignStatement') {
      const target = statement.firstChild;
      const type = statement.getChild('TypeDef');
      const value = statement.getChild('AssignOp')?.nextSibling ?? null;
      if (target?.name !== 'VariableName') continue;
      if (type !== null) types.set(reader.text(target), reader.text(type).replace(/^:\s*/, ''));
      if (value !== null) members.set(reader.text(target), reader.value(value));
    }
  }
  return {
    kind: 'class',
    name: name === null ? '' : reader.text(name),
    bases:
      bases === null
        ? []
        : partsOf(bases).flatMap(([base]) => (base === undefined ? [] : [reader.text(base)])),
    members,
    types,
    methods,
    description: docstringOf(node, reader),
  };
}

function bind(node: SyntaxNode, reader: Reader, { names, imports }: CodeFile): void {
  if (node.name === 'AssignStatement') {
    const target = node.firstChild;
    const value = node.getChild('AssignOp')?.nextSibling ?? null;
    if (target?.name !== 'VariableName' || value === null || names.has(reader.text(target))) return;
    names.set(reader.text(target), reader.value(value));
  } else if (node.name === 'FunctionDefinition' || node.name === 'ClassDefinition') {
    const name = node.getChild('VariableName');
    if (name !== null && !names.has(reader.text(name)))
      names.set(reader.text(name), reader.value(node));
  } else if (node.name === 'ImportStatement' && node.firstChild?.name === 'from')
    bindImports(node, reader, imports);
}

function bindImports(node: SyntaxNode, reader: Reader, imports: CodeFile['imports']): void {
  const children = childrenOf(node);
  const at = children.findIndex(({ name }) => name === 'import');
  const from = children
    .slice(1, at)
    .map((part) => reader.text(part))
    .join('');
  const groups: string[][] = [[]];
  for (const child of children.slice(at + 1)) {
    if (child.name === ',') groups.push([]);
    else if (child.name === 'VariableName') groups.at(-1)?.push(reader.text(child));
  }
  for (const [name, local = name] of groups) {
    if (name !== undefined && local !== undefined) imports.set(local, { from, name });
  }
}

function nameAt(node: SyntaxNode, reader: Reader): string {
  const above = node.parent;
  if (above?.name !== 'AssignStatement' || above.firstChild?.name !== 'VariableName') return '';
  return reader.text(above.firstChild);
}
