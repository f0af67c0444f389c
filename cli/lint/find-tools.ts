import { declarationsIn, type CodeDeclarations } from './code-declarations.ts';
import { literalOf, schemaOf, schemaOfFunction } from './code-schema.ts';
import { CodeScope } from './code-scope.ts';
import {
  CLASS_METHODS,
  DECORATORS,
  FUNCTIONS,
  LIST_SCHEMAS,
  MAKERS,
  NAMES,
  SCHEMAS,
  TAKE_LISTS,
  TOOL_CLASS,
} from './tool-words.ts';
import {
  textOf,
  type CodeCall,
  type CodeClass,
  type CodeFile,
  type CodeFunction,
  type CodeObject,
  type CodeValue,
  type Placed,
} from './code-value.ts';
import { declaredIn, parametersOf, type JsonSchema, type ListedTool } from './read-tools.ts';

/** A tool that code makes, and where. */
export interface CodeTool {
  file: string;
  line: number;
  /** Null where code does not say its name. */
  tool: ListedTool | null;
}

/** The tools that the files of a project make, with what is declared of them there. */
export function findTools(files: readonly CodeFile[]): CodeTool[] {
  const scope = new CodeScope(files);
  const declared = declarationsIn(files, scope);
  return files.flatMap((file) => new ToolFinder(file, scope, declared).find());
}

/** What code says of one tool; null members are not said. */
interface Sighting {
  name: string | null;
  description: string;
  schema: JsonSchema | null;
  /** The value that holds `x-loopscope`, where there is one. */
  settings: CodeObject | null;
}

/** The function that a call makes a tool of; '' for one without a name. */
interface Makes {
  makes: string;
}

class ToolFinder {
  readonly #file: CodeFile;
  readonly #scope: CodeScope;
  readonly #declared: CodeDeclarations;
  /** Parts of tools that were found already. */
  readonly #taken = new Set<CodeValue>();

  constructor(file: CodeFile, scope: CodeScope, declared: CodeDeclarations) {
    this.#file = file;
    this.#scope = scope;
    this.#declared = declared;
  }

  find(): CodeTool[] {
    return this.#file.placed.flatMap((placed) => {
      const { value, line } = placed;
      if (this.#taken.has(value)) return [];
      const given = value.kind === 'call' ? this.#functionsGiven(value, line) : [];
      const seen = this.#look(placed);
      return seen === null ? given : [this.#tool(seen, value, line), ...given];
    });
  }

  #look({ value, name }: Placed): Sighting | null {
    if (value.kind === 'call') return this.#lookAtCall(value, name);
    if (value.kind === 'object') return this.#lookAtObject(value, name);
    if (value.kind === 'class') return this.#lookAtClass(value);
    return value.kind === 'function' ? this.#lookAtFunction(value) : null;
  }

  #tool(
    { name, description, schema, settings }: Sighting,
    value: CodeValue,
    line: number,
  ): CodeTool {
    const { path } = this.#file;
    if (name === null || name === '') return { file: path, line, tool: null };
    const own = settings === null ? {} : literalOf(settings, this.#file, this.#scope);
    const places =
      typeof own === 'object' && own !== null
        ? [own, ...['annotations', '_meta', 'meta'].map((key): unknown => Reflect.get(own, key))]
        : [];
    const declared =
      this.#declared.byValue.get(value) ?? this.#declared.byName.get(name) ?? declaredIn(places);
    const known = schema ?? {};
    return {
      file: path,
      line,
      tool: {
        name,
        description,
        parameters: parametersOf(known),
        schema: known,
        isRead: schema !== null,
        declared,
      },
    };
  }

  #lookAtCall(call: CodeCall, around: string): Sighting | null {
    const { callee, base, args, named } = call;
    if (!MAKERS.has(callee) && !(callee === 'from' && lastOf(base) === 'FunctionTool')) return null;
    const objects = args.flatMap((arg) => this.#objectOf(arg) ?? []);
    const [first] = objects;
    const name = callee === 'tool' ? this.#text(args[0]) : null;
    const seen =
      name === null
        ? this.#lookAtSettings(args, named.size > 0 ? objectOfNamed(named) : (first ?? null))
        : this.#lookAtPlaces(name, args, first ?? null);
    if (seen === null) return null;
    for (const object of objects) this.#taken.add(object);
    return { ...seen, name: seen.name ?? this.#text(args[0]) ?? (around || seen.makes) };
  }

  /** `tool('read', 'Reads.', { path: z.string() }, run)`, as servers and agents of MCP have it. */
  #lookAtPlaces(
    name: string,
    args: readonly CodeValue[],
    shape: CodeObject | null,
  ): (Sighting & Makes) | null {
    const schema = shape === null ? NO_PARAMETERS : schemaOf(shape, this.#file, this.#scope);
    const description = this.#text(args[1]) ?? '';
    return args.length > 1 ? { name, description, schema, settings: null, makes: name } : null;
  }

  /** `tool({ name, schema, execute })`, `tool(run, { name, schema })`, `Tool(name=..., func=...)`. */
  #lookAtSettings(
    args: readonly CodeValue[],
    settings: CodeObject | null,
  ): (Sighting & Makes) | null {
    const made = this.#functionIn(args, settings);
    const written = settings === null ? null : this.#firstOf(settings, SCHEMAS);
    if (made === null && written === null && settings?.members.has('execute') !== true) return null;
    const said = this.#text(settings?.members.get('description'));
    const runs = made !== null && this.#isPython ? schemaOfFunction(made) : NO_PARAMETERS;
    return {
      name: this.#nameIn(settings),
      description: said ?? made?.description ?? '',
      schema: written === null ? runs : schemaOf(written, this.#file, this.#scope),
      settings,
      makes: made?.name ?? '',
    };
  }

  get #isPython(): boolean {
    return this.#file.path.endsWith('.py');
  }

  #objectOf(value: CodeValue): CodeObject | null {
    const inner =
      value.kind === 'call' && value.callee === 'reportFaults' ? (value.args[0] ?? value) : value;
    const at = this.#scope.resolve(inner, this.#file).value;
    return at.kind === 'object' ? at : null;
  }

  #functionIn(args: readonly CodeValue[], settings: CodeObject | null): CodeFunction | null {
    const named =
      settings === null ? [] : FUNCTIONS.flatMap((key) => settings.members.get(key) ?? []);
    for (const value of [...args, ...named]) {
      const at = this.#scope.resolve(value, this.#file).value;
      if (at.kind === 'function') return at;
    }
    return null;
  }

  #firstOf(object: CodeObject, keys: readonly string[]): CodeValue | null {
    for (const key of keys) {
      const found = this.#scope.member(object, key, this.#file);
      if (found !== null)
        return found.file === this.#file ? found.value : (object.members.get(key) ?? found.value);
    }
    return null;
  }

  /** Null where no name is given, '' where code does not say which. */
  #nameIn(settings: CodeObject | null): string | null {
    const found = settings === null ? null : this.#firstOf(settings, NAMES);
    return found === null ? null : (this.#text(found) ?? '');
  }

  #text(value: CodeValue | undefined): string | null {
    return value === undefined ? null : textOf(this.#scope.resolve(value, this.#file).value);
  }

  /** An entry of a list of tools as the clients of OpenAI, Anthropic and MCP take it, or a tool without a call around it. */
  #lookAtObject(object: CodeObject, around: string): Sighting | null {
    const inner = this.#functionEntry(object);
    const entry = inner ?? object;
    const written = this.#firstOf(entry, LIST_SCHEMAS);
    const schema = written === null ? null : schemaOf(written, this.#file, this.#scope);
    const runs = written !== null && entry.members.has('execute');
    const name = this.#nameIn(entry) ?? (runs ? around : null);
    if (name === null || (inner === null && schema === null && !runs)) return null;
    if (inner !== null) this.#taken.add(inner);
    return {
      name,
      description: this.#text(entry.members.get('description')) ?? '',
      schema: written === null ? NO_PARAMETERS : schema,
      settings: entry,
    };
  }

  /** `{ type: 'function', function: { name, parameters } }`; with `arguments` it is a call of a model's, and no tool. */
  #functionEntry({ members }: CodeObject): CodeObject | null {
    const nested = members.get('function');
    const inner = nested === undefined ? null : this.#objectOf(nested);
    if (inner === null || inner.members.has('arguments')) return null;
    return this.#text(members.get('type')) === 'function' ? inner : null;
  }

  #lookAtClass({ bases, members, methods, name, description }: CodeClass): Sighting | null {
    if (!bases.some((base) => TOOL_CLASS.test(base))) return null;
    const own: CodeObject = { kind: 'object', members, spread: [] };
    const written = this.#firstOf(own, [...SCHEMAS, 'inputs']);
    const run = CLASS_METHODS.map((method) => methods.get(method)).find(
      (method) => method !== undefined,
    );
    const said = this.#nameIn(own);
    if (said === null && written === null && run === undefined) return null;
    const schema = written === null ? null : schemaOf(written, this.#file, this.#scope);
    return {
      name: said ?? name,
      description: this.#text(members.get('description')) ?? description,
      schema: schema ?? (run === undefined || !this.#isPython ? null : schemaOfFunction(run)),
      settings: own,
    };
  }

  #lookAtFunction(made: CodeFunction): Sighting | null {
    const decorator = made.decorators.find(
      (each) => each.kind === 'call' && DECORATORS.has(each.callee),
    );
    if (decorator?.kind !== 'call') return null;
    const settings = objectOfNamed(decorator.named);
    const written = this.#firstOf(settings, SCHEMAS);
    this.#taken.add(made);
    return {
      name: this.#nameIn(settings) ?? this.#text(decorator.args[0]) ?? made.name,
      description: this.#text(settings.members.get('description')) ?? made.description,
      schema:
        written === null ? schemaOfFunction(made) : schemaOf(written, this.#file, this.#scope),
      settings,
    };
  }

  /** `tools=[search]`, `bind_tools([search])`: several frameworks of Python take plain functions. */
  #functionsGiven({ callee, args, named }: CodeCall, line: number): CodeTool[] {
    const tools = named.get('tools');
    const lists = [
      ...(tools === undefined ? [] : [tools]),
      ...(TAKE_LISTS.has(callee) ? args : []),
    ];
    const items = lists.flatMap((list) => {
      const { value } = this.#scope.resolve(list, this.#file);
      return value.kind === 'list' ? value.items : [];
    });
    return items.flatMap((item) => {
      const { value } = this.#scope.resolve(item, this.#file);
      if (value.kind !== 'function' || value.name === '' || this.#taken.has(value)) return [];
      if (value.decorators.length > 0) return [];
      this.#taken.add(value);
      const { name, description } = value;
      return [
        this.#tool(
          { name, description, schema: schemaOfFunction(value), settings: null },
          value,
          line,
        ),
      ];
    });
  }
}

const NO_PARAMETERS: JsonSchema = { type: 'object', properties: {} };

function objectOfNamed(named: Map<string, CodeValue>): CodeObject {
  return { kind: 'object', members: named, spread: [] };
}

function lastOf(value: CodeValue | null): string {
  return value?.kind === 'name' ? (value.path.at(-1) ?? '') : '';
}
