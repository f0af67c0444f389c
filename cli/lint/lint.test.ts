import { describe, expect, test } from 'vitest';

import { lintTools, type LintInput } from './lint-tools.ts';
import { lockFile, toLockText } from './lock.ts';
import { readTools } from './read-tools.ts';

const parameters = {
  type: 'object',
  properties: {
    customer_id: { type: 'string' },
    order: { type: 'object', properties: { id: { type: 'string' } } },
    summary: { type: 'string' },
  },
};
const ticket = (own: object = parameters) => ({ name: 'create_ticket', input_schema: own });

const lint = (list: unknown, own: Partial<LintInput> = {}) =>
  lintTools({
    tools: readTools(list).map((tool) => ({ file: 'tools.json', line: 0, tool })),
    declarations: new Map(),
    lock: null,
    ...own,
  });
const rulesOf = (result: ReturnType<typeof lint>) =>
  result.findings.map(({ rule, fields }) => [rule, ...fields]);
const declared = (...identity: string[]) => new Map([['create_ticket', { identity }]]);

describe('a list of tools', () => {
  const fields = ['customer_id', 'order', 'summary'];
  test.each<[string, unknown]>([
    ['OpenAI chat', [{ type: 'function', function: { name: 'create_ticket', parameters } }]],
    ['OpenAI responses', { tools: [{ type: 'function', name: 'create_ticket', parameters }] }],
    ['Anthropic', [ticket()]],
    ['MCP', { tools: [{ name: 'create_ticket', inputSchema: parameters }] }],
    [
      'an MCP answer',
      {
        jsonrpc: '2.0',
        id: 1,
        result: { tools: [{ name: 'create_ticket', inputSchema: parameters }] },
      },
    ],
  ])('of %s is read', (_of, list) => {
    expect(rulesOf(lint(list))).toEqual([['no_identity', ...fields]]);
  });

  test('may hold tools that the provider runs, and tools without parameters', () => {
    const list = [
      { type: 'web_search_20250305', name: 'web_search' },
      { type: 'web_search' },
      { name: 'now', input_schema: { type: 'object', properties: {} } },
    ];
    expect(lint(list).findings).toEqual([]);
  });

  test('that is none says so', () => {
    expect(() => readTools({ messages: [] })).toThrow('no list of tools');
    expect(() => readTools([{ input_schema: {} }])).toThrow('entry 1 has no name');
  });
});

describe('identity', () => {
  test('may be declared in the file, in the list, or in MCP annotations', () => {
    expect(
      lint([ticket()], { declarations: declared('customer_id', 'order.id') }).findings,
    ).toEqual([]);
    for (const where of [
      { 'x-loopscope': { identity: ['customer_id'] } },
      { annotations: { loopscope: { identity: ['customer_id'] } } },
      { _meta: { loopscope: { identity: ['customer_id'] } } },
    ]) {
      expect(lint([{ ...ticket(), ...where }]).findings).toEqual([]);
    }
  });

  test('of fields that the schema does not have is a problem', () => {
    const result = lint([ticket()], {
      declarations: declared('custmer_id', 'order.no', 'order.id'),
    });
    expect(rulesOf(result)).toEqual([['unknown_field', 'custmer_id', 'order.no']]);
  });

  test('of a tool that no list has is noted', () => {
    expect(lint([], { declarations: declared('customer_id') }).findings).toMatchObject([
      { rule: 'unused_declaration', severity: 'note' },
    ]);
  });
});

describe('drift', () => {
  const declarations = declared('customer_id');
  const { locked } = lint([ticket()], { declarations });
  const lock = lockFile.parse(JSON.parse(toLockText(locked)));

  test('is none where nothing has changed', () => {
    expect(lint([ticket()], { declarations, lock }).findings).toEqual([]);
  });

  test('of a declared tool that gains, loses and changes parameters is named', () => {
    const { order: _, ...properties } = parameters.properties;
    const own = {
      ...parameters,
      properties: { ...properties, summary: { type: 'array' }, queue: { type: 'string' } },
    };
    expect(rulesOf(lint([ticket(own)], { declarations, lock }))).toEqual([
      ['new_parameter', 'queue'],
      ['removed_parameter', 'order'],
      ['changed_parameter', 'summary'],
    ]);
  });

  test('of the identity is a problem, of the description a note', () => {
    const list = [{ ...ticket(), description: 'Opens a ticket.' }];
    const result = lint(list, { declarations: declared('customer_id', 'summary'), lock });
    expect(result.findings.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['changed_identity', 'problem'],
      ['changed_description', 'note'],
    ]);
  });

  test('of what two lists say of one tool is a problem', () => {
    const other = ticket({ type: 'object', properties: { id: {} } });
    expect(rulesOf(lint([ticket(), other], { declarations: declared() }))).toEqual([
      ['ambiguous', 'id'],
    ]);
  });
});
