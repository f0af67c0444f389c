// Source text of any language, as far as it says which tools there are.

export interface CodeText {
  kind: 'text';
  text: string;
}

export interface CodeList {
  kind: 'list';
  items: CodeValue[];
}

/** An object literal or a dictionary. */
export interface CodeObject {
  kind: 'object';
  members: Map<string, CodeValue>;
  /** Spread into it: what they hold belongs to it as well. */
  spread: CodeValue[];
}

export interface CodeCall {
  kind: 'call';
  /** The last part of what is called: `tool` of `server.tool(...)`. */
  callee: string;
  /** What it is called on; null for a bare name. */
  base: CodeValue | null;
  args: CodeValue[];
  named: Map<string, CodeValue>;
}

/** A name, or the path to a member: `schemas.ticket`. */
export interface CodeName {
  kind: 'name';
  path: string[];
}

export interface CodeParameter {
  name: string;
  /** As written; '' where it is not said. */
  type: string;
}

export interface CodeFunction {
  kind: 'function';
  name: string;
  parameters: CodeParameter[];
  decorators: CodeValue[];
  description: string;
}

export interface CodeClass {
  kind: 'class';
  name: string;
  bases: string[];
  members: Map<string, CodeValue>;
  /** Members with a type, as written. */
  types: Map<string, string>;
  methods: Map<string, CodeFunction>;
  description: string;
}

export type CodeValue =
  | CodeText
  | CodeList
  | CodeObject
  | CodeCall
  | CodeName
  | CodeFunction
  | CodeClass
  | { kind: 'unknown'; text: string };

/** A value where it stands. */
export interface Placed {
  value: CodeValue;
  /** What it is bound to there: a variable, a key; '' for none. */
  name: string;
  line: number;
}

export interface CodeFile {
  path: string;
  /** Every call, object, function and class, outer ones first. */
  placed: Placed[];
  /** What a name stands for; where it is set twice, the first counts. */
  names: Map<string, CodeValue>;
  imports: Map<string, { from: string; name: string }>;
}

export function textOf(value: CodeValue | null | undefined): string | null {
  return value?.kind === 'text' ? value.text : null;
}
