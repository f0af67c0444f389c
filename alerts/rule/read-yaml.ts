import { isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';

export interface YamlFault {
  /** 1-based. */
  line: number;
  message: string;
}

export interface YamlReading {
  /** Plain data; an empty map where there is nothing in the text, or where something is wrong. */
  value: unknown;
  faults: YamlFault[];
  /** Where the key of a path stands in the text; the nearest parent's where the key is missing. */
  lineOf: (path: readonly PropertyKey[]) => number;
}

/** Text that somebody wrote by hand. Throws nothing, whatever it is. */
export function readYaml(text: string): YamlReading {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number): number => lines.linePos(offset).line;
  const lineOf = (path: readonly PropertyKey[]): number =>
    lineAt(offsetOf(document.contents, path));
  const faults = document.errors.map(({ pos, message }) => ({ line: lineAt(pos[0]), message }));
  if (faults.length > 0) return { value: {}, faults, lineOf };
  try {
    return { value: document.toJS() ?? {}, faults, lineOf };
  } catch (error) {
    // An alias without its anchor, such as a name that begins with `*`, or far too many of them.
    let offset = 0;
    visit(document, {
      Alias(_key, alias) {
        if (alias.resolve(document) !== undefined) return undefined;
        offset = startOf(alias);
        return visit.BREAK;
      },
    });
    const message = error instanceof Error ? error.message : String(error);
    return { value: {}, faults: [{ line: lineAt(offset), message }], lineOf };
  }
}

function offsetOf(contents: unknown, path: readonly PropertyKey[]): number {
  let node = contents;
  let offset = startOf(contents);
  for (const key of path) {
    const found = childOf(node, key);
    if (found === null) return offset;
    offset = found.offset;
    node = found.node;
  }
  return offset;
}

function childOf(node: unknown, key: PropertyKey): { node: unknown; offset: number } | null {
  if (isMap(node)) {
    const pair = node.items.find(
      (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(key),
    );
    if (pair === undefined || !isScalar(pair.key)) return null;
    return { node: pair.value, offset: startOf(pair.key) };
  }
  const child: unknown = isSeq(node) ? node.items[Number(key)] : undefined;
  return child === undefined ? null : { node: child, offset: startOf(child) };
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}
