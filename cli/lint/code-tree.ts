import type { SyntaxNode, Tree } from '@lezer/common';

import type { CodeFile, CodeValue } from './code-value.ts';

/** How one language says what a node is. */
export interface Language {
  /** Nodes that may be tools or hold them. */
  candidates: ReadonlySet<string>;
  lower(node: SyntaxNode, reader: Reader): CodeValue;
  /** Names that a node sets, with their values, and what it brings in from elsewhere. */
  bind(node: SyntaxNode, reader: Reader, file: CodeFile): void;
  /** What the value at a node is bound to; '' for nothing. */
  nameAt(node: SyntaxNode, reader: Reader): string;
}

/** Lowers the nodes of one file, each once: one node is always the same value. */
export class Reader {
  readonly #source: string;
  readonly #language: Language;
  readonly #values = new Map<string, CodeValue>();

  constructor(source: string, language: Language) {
    this.#source = source;
    this.#language = language;
  }

  text(node: SyntaxNode): string {
    return this.#source.slice(node.from, node.to);
  }

  value(node: SyntaxNode): CodeValue {
    const place = `${node.from} ${node.to} ${node.name}`;
    const known = this.#values.get(place);
    if (known !== undefined) return known;
    const value = this.#language.lower(node, this);
    this.#values.set(place, value);
    return value;
  }

  read(tree: Tree, path: string): CodeFile {
    const file: CodeFile = { path, placed: [], names: new Map(), imports: new Map() };
    const lines = new LineCount(this.#source);
    tree.iterate({
      enter: ({ node }) => {
        this.#language.bind(node, this, file);
        if (!this.#language.candidates.has(node.name)) return;
        const name = this.#language.nameAt(node, this);
        file.placed.push({ value: this.value(node), name, line: lines.at(node.from) });
      },
    });
    return file;
  }
}

/** Line numbers of positions that only grow. */
class LineCount {
  readonly #source: string;
  #at = 0;
  #line = 1;

  constructor(source: string) {
    this.#source = source;
  }

  at(position: number): number {
    for (; this.#at < position; this.#at += 1) {
      if (this.#source[this.#at] === '\n') this.#line += 1;
    }
    return this.#line;
  }
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

/** Children between the commas; comments and brackets left out. */
export function partsOf(node: SyntaxNode): SyntaxNode[][] {
  const parts: SyntaxNode[][] = [[]];
  for (const child of childrenOf(node)) {
    if (BETWEEN.has(child.name)) continue;
    if (child.name === ',') parts.push([]);
    else parts.at(-1)?.push(child);
  }
  return parts.filter((part) => part.length > 0);
}

const BETWEEN: ReadonlySet<string> = new Set([
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  'Comment',
  'LineComment',
  'BlockComment',
]);

export function unknown(text: string): CodeValue {
  return { kind: 'unknown', text };
}
