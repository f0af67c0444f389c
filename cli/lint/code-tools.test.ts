import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';

import { findTools } from './find-tools.ts';
import { lintTools } from './lint-tools.ts';
import { readPython } from './read-python.ts';
import { readScript } from './read-script.ts';

type Sources = Readonly<Record<string, string>>;

const toolsOf = (sources: Sources) =>
  findTools(
    Object.entries(sources).map(([path, source]) =>
      path.endsWith('.py') ? readPython(path, source) : readScript(path, source),
    ),
  );
/** `name(parameter: type, ...)`, with the identity where it is declared, and `?` for what cannot be read. */
const said = (sources: Sources) =>
  toolsOf(sources).map(({ tool }) => {
    if (tool === null) return '?';
    const parameters = [...tool.parameters].map(([name, type]) => `${name}: ${type}`).join(', ');
    const { identity } = tool.declared;
    const declared = identity === undefined ? '' : ` by ${identity.join(' ')}`;
    return `${tool.name}(${tool.isRead ? parameters : '?'})${declared}`;
  });
const ofScript = (source: string) => said({ 'src/agent.ts': source });
const ofPython = (source: string) => said({ 'app/agent.py': source });

describe('tools in TypeScript', () => {
  test.each<[string, string, string[]]>([
    [
      'the AI SDK, named by their key',
      `generateText({ tools: { search: tool({ description: 'd', inputSchema: z.object({ q: z.string().min(1), n: z.number().optional() }), execute }) } })`,
      ['search(q: string, n: number)'],
    ],
    [
      'the AI SDK, named by their variable',
      `export const search = tool({ inputSchema: jsonSchema({ type: 'object', properties: { q: { type: 'string' } } }), execute }) as const;`,
      ['search(q: string)'],
    ],
    [
      'OpenAI Agents, also within reportFaults',
      `const a = tool(reportFaults({ name: 'refund', parameters: z.object({ order: z.string() }), async execute({ order }) {} }));`,
      ['refund(order: string)'],
    ],
    [
      'LangChain, by function and settings',
      `const a = tool(async ({ q }) => q, { name: 'search', schema: z.object({ q: z.string() }).strict() });
       new DynamicStructuredTool({ name: 'find', schema: z.object({ id: z.number() }), func });
       class Calc extends StructuredTool { name = 'calc'; schema = z.object({ term: z.string() }); async _call({ term }) {} }`,
      ['search(q: string)', 'find(id: number)', 'calc(term: string)'],
    ],
    [
      'Mastra',
      `export const w = createTool({ id: 'weather', inputSchema: z.object({ city: z.string() }), execute });`,
      ['weather(city: string)'],
    ],
    [
      'MCP servers, old form and new',
      `server.tool('read', 'Reads.', { path: z.string() }, async () => ({}));
       server.tool('now', async () => ({}));
       server.registerTool('write', { inputSchema: { path: z.string(), how: z.enum(['add', 'cut']) } }, async () => ({}));`,
      ['read(path: string)', 'now()', 'write(path: string, how: enum add cut)'],
    ],
    [
      'lists for the clients of OpenAI and Anthropic',
      `const NAME = 'a';
       const tools = [{ type: 'function', function: { name: NAME, parameters: { type: 'object', properties: { x: { type: 'string' } } } } }];
       const more = [{ name: 'b', input_schema: { type: 'object', properties: { y: { type: 'integer' } } } }];`,
      ['a(x: string)', 'b(y: integer)'],
    ],
  ])('of %s', (_, source, tools) => {
    expect(ofScript(source)).toEqual(tools);
  });

  test('are declared by declareTool, by options of the guard, and in the list itself', () => {
    const made = (name: string) =>
      `const ${name} = tool({ inputSchema: z.object({ ${name}_id: z.string() }), execute });`;
    expect(
      ofScript(`${made('a')} ${made('b')} ${made('c')}
        declareTool(a, { identity: ['a_id'] });
        const d = declareTool(tool({ name: 'd', parameters: z.object({ x: z.string() }), execute }), { identity: ['x'] });
        declareTool('b', { identity: [] });
        createGuard({ tools: { c: { identity: ['c_id'], effect: 'read' } } });
        const list = [{ name: 'e', input_schema: { type: 'object', properties: {} }, 'x-loopscope': { identity: ['y'] } }];`),
    ).toEqual([
      'a(a_id: string) by a_id',
      'b(b_id: string) by ',
      'c(c_id: string) by c_id',
      'd(x: string) by x',
      'e() by y',
    ]);
  });

  test('take schemas from other files of the project', () => {
    const sources = {
      'src/tools.ts': `import { ticket as shape } from './schemas.js';
        import * as schemas from './schemas';
        const a = tool({ inputSchema: shape, execute });
        const b = tool({ inputSchema: schemas.ticket.omit({ note: true }).extend({ more: z.boolean() }), execute });`,
      'src/schemas.ts': `export const ticket = z.object({ customer: z.string(), note: z.string() });`,
    };
    expect(said(sources)).toEqual([
      'a(customer: string, note: string)',
      'b(customer: string, more: boolean)',
    ]);
  });

  test('whose parameters or names stand nowhere in the code say so', () => {
    const source = `import { shape } from 'elsewhere';
      const a = tool({ inputSchema: shape, execute });
      for (const each of all) use(tool({ name: \`x_\${each}\`, parameters: z.object({}), execute }));`;
    expect(ofScript(source)).toEqual(['a(?)', '?']);
    const { findings } = lintTools({
      tools: toolsOf({ 'a.ts': source }),
      declarations: new Map(),
      lock: null,
    });
    expect(findings).toMatchObject([
      { rule: 'no_identity', severity: 'problem', tool: 'a', file: 'a.ts', line: 2 },
      { rule: 'unread_tool', severity: 'note', line: 3 },
    ]);
  });

  test('are not what only looks like one', () => {
    const source = `const chart = { name: 'cpu', parameters: { window: 5 } };
      tool.use(x); new Tool(); tool(); const { tool: other } = kit; paint.tool({ size: 3 });
      message.tool_calls = [{ id: '', type: 'function', function: { name: '', arguments: '' } }];
      response_format = { type: 'json_schema', json_schema: { name: 'answer', schema: { type: 'object', properties: { a: {} } } } };`;
    expect(ofScript(source)).toEqual([]);
  });

  test('that refer to themselves, in one file or around two, are read as far as they go', () => {
    const sources = {
      'a.ts': `import { one } from './b';
        export const two = { ...one, q: z.string() }, own = own.extend({ a: z.string() }), deep = { ...deep, b: deep.b, c: deep };
        const x = tool({ inputSchema: z.object(two), execute });
        const y = tool({ inputSchema: own, execute });
        const w = tool({ inputSchema: { type: 'object', properties: deep }, execute });`,
      'b.ts': `import { two } from './a'; export const one = { ...two, p: z.number() };`,
      'c.ts': `import { lost } from './d'; const v = tool({ inputSchema: lost, execute });`,
      'd.ts': `import { lost } from './c';`,
      'e.py': `class A(A):
    x: str
@tool(args_schema=A)
def f(x): ...
`,
    };
    expect(said(sources)).toEqual([
      'x(q: string, p: number)',
      'y(?)',
      'w(b: any, c: any)',
      'v(?)',
      'f(x: string)',
    ]);
  });

  test('are read from broken code as far as it goes', () => {
    expect(
      ofScript(
        `const a = tool({ inputSchema: z.object({ q: z.string() }), execute }); const b = {{{ (`,
      ),
    ).toEqual(['a(q: string)']);
  });
});

describe('tools in Python', () => {
  test.each<[string, string, string[]]>([
    [
      'decorators',
      `@tool
def search(customer_id: str, status: Optional[str] = None) -> list:
    """Searches."""
@tool("renamed", args_schema=Args)
async def other(q): ...
@function_tool(name_override="refund")
def impl(ctx: RunContextWrapper[int], order_id: int): ...
@agent.tool
async def lookup(ctx: RunContext[Deps], key: list[str]): ...
@mcp.tool(name=Names.NOW.value)
@logged
def impl2() -> str: ...
class Names(str, Enum):
    NOW = "now"
class Args(BaseModel):
    q: str = Field(description="x")
`,
      [
        'search(customer_id: string, status: string)',
        'renamed(q: string)',
        'refund(order_id: integer)',
        'lookup(key: array)',
        'now()',
      ],
    ],
    [
      'classes',
      `class Calc(BaseTool):
    name: str = "calc"
    def _run(self, term: str, run_manager: CallbackManagerForToolRun = None): ...
class Smol(Tool):
    name = "smol"
    inputs = {"q": {"type": "string", "description": "x"}}
    def forward(self, q): ...
`,
      ['calc(term: string)', 'smol(q: string)'],
    ],
    [
      'plain functions that an agent is given, and wrapped ones',
      `def weather(city: str, days: int = 3):
    """Tells the weather."""
def nearest(place: str): ...
root = Agent(tools=[weather])
model.bind_tools([weather, nearest])
other = StructuredTool.from_function(func=weather, name="forecast")
`,
      [
        'weather(city: string, days: integer)',
        'nearest(place: string)',
        'forecast(city: string, days: integer)',
      ],
    ],
    [
      'lists for the clients',
      `TOOLS = [{"type": "function", "function": {"name": "a", "parameters": {"type": "object", "properties": {"x": {"type": "string"}}}}},
  {"name": "b", "description": "1 " "2", "input_schema": {"type": "object", "properties": {"y": {"type": "integer"}}}}]
`,
      ['a(x: string)', 'b(y: integer)'],
    ],
    [
      'MCP servers that declare in meta',
      `@mcp.tool(meta={"loopscope": {"identity": ["path"]}})
def read(path: str, note: str): ...
`,
      ['read(path: string, note: string) by path'],
    ],
  ])('of %s', (_, source, tools) => {
    expect(ofPython(source)).toEqual(tools);
  });

  test('take models from other modules, with what those inherit', () => {
    const sources = {
      'app/agent.py': `from .models import Args as Shape
from langchain_core.tools import tool
@tool(args_schema=Shape)
def search(**given): ...
`,
      'app/models.py': `class Base(BaseModel):
    tenant: str
class Args(Base):
    query: str
`,
    };
    expect(said(sources)).toEqual(['search(tenant: string, query: string)']);
  });
});

test('no text of pieces of programs, whatever their order, makes the reading fail', () => {
  const pieces =
    `const let a b = ; : , . ( ) { } [ ] => ... 'x' \`y\` tool ( { name : "t" parameters z . object ( execute class Tool extends import from def @tool
    @mcp.tool ( ) \n : return ** * self lambda async await ? ! as function [ for in`.split(' ');
  assert(
    property(array(constantFrom(...pieces), { maxLength: 80 }), (words) => {
      const source = words.join(' ');
      toolsOf({ 'a.ts': source, 'b.py': source });
    }),
    { numRuns: 300 },
  );
});
