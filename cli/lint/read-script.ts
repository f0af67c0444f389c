import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/javascript';

import { childrenOf, partsOf, Reader, unknown, type Language } from './code-tree.ts';
import type { CodeFile, CodeFunction, CodeObject, CodeValue } from './code-value.ts';

const PARSER = {
  ts: parser.configure({ dialect: 'ts' }),
  tsx: parser.configure({ dialect: 'ts jsx' }),
};

/** TypeScript and JavaScript, JSX where the name of the file may have it. What is no program is read as far as it is one. */
export function readScript(path: string, source: string): CodeFile {
  const tree = PARSER[/\.(?:[jt]sx|[cm]?js)$/.test(path) ? 'tsx' : 'ts'].parse(source);
  return new Reader(source, SCRIPT).read(tree, path);
}

const SCRIPT: Language = {
  candidates: new Set(['CallExpression', 'NewExpression', 'ObjectExpression', 'ClassDeclaration']),
  lower,
  bind,
  nameAt,
};

/** What only stands around a value. */
const AROUND: ReadonlySet<string> = new Set([
  'ParenthesizedExpression',
  'AwaitExpression',
  'PostfixExpression',
  'InstantiationExpression',
]);

type Lower = (node: SyntaxNode, reader: Reader) => CodeValue;

const around: Lower = (node, reader) => {
  const inner = valueIn(node);
  return inner === null ? unknown(reader.text(node)) : reader.value(inner);
};

const LOWER: ReadonlyMap<string, Lower> = new Map<string, Lower>([
  ['String', (node, reader) => ({ kind: 'text', text: unquoted(reader.text(node)) })],
  ['TemplateString', templateOf],
  ['VariableName', (node, reader) => ({ kind: 'name', path: [reader.text(node)] })],
  ['MemberExpression', memberOf],
  ['ObjectExpression', objectOf],
  ['ArrayExpression', listOf],
  ['CallExpression', callOf],
  ['NewExpression', callOf],
  ['ArrowFunction', functionOf],
  ['FunctionExpression', functionOf],
  ['FunctionDeclaration', functionOf],
  ['ClassDeclaration', classOf],
  ['ClassExpression', classOf],
  ['BinaryExpression', binaryOf],
  ...[...AROUND].map((name): [string, Lower] => [name, around]),
]);

function lower(node: SyntaxNode, reader: Reader): CodeValue {
  return LOWER.get(node.name)?.(node, reader) ?? unknown(reader.text(node));
}

function valueIn(node: SyntaxNode): SyntaxNode | null {
  return (
    childrenOf(node).find(
      ({ name }) => !/^(?:[(]|await|Comment|LineComment|BlockComment)$/.test(name),
    ) ?? null
  );
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll(/\\(.)/gs, (_, unit: string) => ESCAPES[unit] ?? unit);
}

function templateOf(node: SyntaxNode, reader: Reader): CodeValue {
  const text = reader.text(node);
  return node.getChild('Interpolation') === null
    ? { kind: 'text', text: unquoted(text) }
    : unknown(text);
}

/** `a as B`, `a satisfies B`, and texts that are put together. */
function binaryOf(node: SyntaxNode, reader: Reader): CodeValue {
  const children = childrenOf(node).filter(({ name }) => !name.endsWith('Comment'));
  const [first, sign, second] = children;
  if (first === undefined) return unknown(reader.text(node));
  if (sign?.name === 'as' || sign?.name === 'satisfies') return reader.value(first);
  if (sign?.name !== 'ArithOp' || second === undefined) return unknown(reader.text(node));
  const [left, right] = [reader.value(first), reader.value(second)];
  return left.kind === 'text' && right.kind === 'text'
    ? { kind: 'text', text: left.text + right.text }
    : unknown(reader.text(node));
}

function memberOf(node: SyntaxNode, reader: Reader): CodeValue {
  const [object, , property] = childrenOf(node);
  if (object === undefined || property?.name !== 'PropertyName') return unknown(reader.text(node));
  const base = object.name === 'this' ? null : reader.value(object);
  const path = base?.kind === 'name' ? base.path : [];
  return { kind: 'name', path: [...path, reader.text(property)] };
}

function callOf(node: SyntaxNode, reader: Reader): CodeValue {
  const called = childrenOf(node).find(({ name }) => name !== 'new' && !name.endsWith('Comment'));
  const args = node.getChild('ArgList');
  const bare = called?.name === 'InstantiationExpression' ? (called.firstChild ?? called) : called;
  if (bare === undefined) return unknown(reader.text(node));
  const property = bare.name === 'MemberExpression' ? bare.getChild('PropertyName') : null;
  const object = property === null ? null : bare.firstChild;
  return {
    kind: 'call',
    callee: reader.text(property ?? bare),
    base: object === null ? null : reader.value(object),
    args: args === null ? [] : argsOf(args, reader),
    named: new Map(),
  };
}

function argsOf(node: SyntaxNode, reader: Reader): CodeValue[] {
  return partsOf(node).map(([first, second]) =>
    first === undefined || first.name === 'Spread'
      ? unknown(second === undefined ? '' : reader.text(second))
      : reader.value(first),
  );
}

function listOf(node: SyntaxNode, reader: Reader): CodeValue {
  return { kind: 'list', items: argsOf(node, reader) };
}

function objectOf(node: SyntaxNode, reader: Reader): CodeObject {
  const object: CodeObject = { kind: 'object', members: new Map(), spread: [] };
  for (const property of node.getChildren('Property')) addProperty(property, reader, object);
  return object;
}

function addProperty(property: SyntaxNode, reader: Reader, object: CodeObject): void {
  const children = childrenOf(property).filter(({ name }) => !name.endsWith('Comment'));
  const [first] = children;
  const last = children.at(-1);
  if (first === undefined || last === undefined) return;
  if (first.name === 'Spread') {
    object.spread.push(reader.value(last));
    return;
  }
  const key = keyOf(property, reader);
  if (key === '') return;
  const isNamed = children.some(({ name }) => name === ':');
  if (property.getChild('ParamList') !== null)
    object.members.set(key, functionOf(property, reader));
  else object.members.set(key, isNamed ? reader.value(last) : { kind: 'name', path: [key] });
}

/** The key of a property or of a member of a class; '' where it is computed. */
function keyOf(property: SyntaxNode, reader: Reader): string {
  const key = property.getChild('PropertyDefinition');
  if (key !== null) return reader.text(key);
  const first = property.firstChild;
  return first?.name === 'String' ? unquoted(reader.text(first)) : '';
}

function functionOf(node: SyntaxNode, reader: Reader): CodeFunction {
  const name = node.getChild('VariableDefinition') ?? node.getChild('PropertyDefinition');
  const list = node.getChild('ParamList');
  const parameters = (list === null ? [] : partsOf(list)).map(([first, type]) => ({
    name: first?.name === 'VariableDefinition' ? reader.text(first) : '',
    type: type?.name === 'TypeAnnotation' ? reader.text(type) : '',
  }));
  return {
    kind: 'function',
    name: name === null ? '' : reader.text(name),
    parameters,
    decorators: [],
    description: '',
  };
}

function classOf(node: SyntaxNode, reader: Reader): CodeValue {
  const name = node.getChild('VariableDefinition');
  const extended = childrenOf(node).find((child) => child.prevSibling?.name === 'extends');
  const body = node.getChild('ClassBody');
  const members = new Map<string, CodeValue>();
  const methods = new Map<string, CodeFunction>();
  for (const member of body === null ? [] : childrenOf(body)) {
    const key = keyOf(member, reader);
    const value = member.getChild('Equals')?.nextSibling ?? null;
    if (member.name === 'MethodDeclaration') methods.set(key, functionOf(member, reader));
    else if (member.name === 'PropertyDeclaration' && value !== null)
      members.set(key, reader.value(value));
  }
  return {
    kind: 'class',
    name: name === null ? '' : reader.text(name),
    bases: extended === undefined ? [] : [reader.text(extended)],
    members,
    types: new Map(),
    methods,
    description: '',
  };
}

function bind(node: SyntaxNode, reader: Reader, file: CodeFile): void {
  if (node.name === 'VariableDeclaration') bindVariables(node, reader, file);
  else if (node.name === 'ImportDeclaration') bindImports(node, reader, file);
  else if (node.name === 'FunctionDeclaration' || node.name === 'ClassDeclaration') {
    const name = node.getChild('VariableDefinition');
    if (name !== null) bindFirst(file, reader.text(name), reader.value(node));
  }
}

function bindFirst({ names }: CodeFile, name: string, value: CodeValue): void {
  if (!names.has(name)) names.set(name, value);
}

const NO_VALUES = /^(?:const|let|var|;)$/;

function bindVariables(node: SyntaxNode, reader: Reader, file: CodeFile): void {
  for (const part of partsOf(node)) {
    const [definition, ...rest] = part.filter(({ name }) => !NO_VALUES.test(name));
    const value = rest.at(-1);
    if (definition?.name !== 'VariableDefinition' || value === undefined) continue;
    bindFirst(file, reader.text(definition), reader.value(value));
  }
}

function bindImports(node: SyntaxNode, reader: Reader, { imports }: CodeFile): void {
  const specifier = node.getChild('String');
  if (specifier === null) return;
  const from = unquoted(reader.text(specifier));
  const group = node.getChild('ImportGroup');
  for (const part of group === null ? [] : partsOf(group)) {
    const [first, last] = [part.find(({ name }) => name !== 'type'), part.at(-1)];
    if (first === undefined || last === undefined) continue;
    imports.set(reader.text(last), { from, name: reader.text(first) });
  }
  for (const definition of node.getChildren('VariableDefinition')) {
    imports.set(reader.text(definition), { from, name: '*' });
  }
}

/** Calls that give back the tool that they are given. */
const HANDS_THROUGH: ReadonlySet<string> = new Set(['declareTool', 'reportFaults']);

function nameAt(node: SyntaxNode, reader: Reader): string {
  let at = node;
  for (let above = at.parent; above !== null; above = at.parent) {
    if (above.name === 'ArgList') {
      const call = above.parent;
      const called = call?.firstChild;
      if (call === null || called === null || called === undefined) return '';
      if (
        !HANDS_THROUGH.has(reader.text(called)) ||
        above.firstChild?.nextSibling?.from !== at.from
      )
        return '';
      at = call;
    } else if (AROUND.has(above.name) || above.name === 'BinaryExpression') at = above;
    else return nameIn(above, at, reader);
  }
  return '';
}

/** The name that a declaration, an assignment or a property gives to the value at a node. */
function nameIn(above: SyntaxNode, at: SyntaxNode, reader: Reader): string {
  if (above.name === 'Property' || above.name === 'PropertyDeclaration')
    return keyOf(above, reader);
  if (above.name === 'AssignmentExpression') {
    return (
      reader
        .text(above.firstChild ?? above)
        .split('.')
        .at(-1) ?? ''
    );
  }
  if (above.name !== 'VariableDeclaration') return '';
  let before = at.prevSibling;
  while (before !== null && before.name !== 'VariableDefinition') before = before.prevSibling;
  return before === null ? '' : reader.text(before);
}
