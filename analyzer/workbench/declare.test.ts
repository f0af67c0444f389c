import type { Declarations } from '@loopscope/signature';
import { wholeYear } from '@loopscope/sql/sample-rows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openTestHome, type TestHome } from '../testing/home.ts';
import { ticketTurn, workbenchOf } from '../testing/incidents.ts';
import { agentSpan, asked, fedBack, modelSpan, toolSpan } from '../testing/spans.ts';

let home: TestHome;
beforeAll(async () => {
  home = await openTestHome();
});
afterAll(() => home[Symbol.asyncDispose]());

const by = { author: 'ada', reason: 'free text hides the loop' };
const identity = ['customer_id', 'order_id'];

describe('a declaration', () => {
  it('is suggested by the calls, and once accepted resolves stored turns anew, in any number of looks', async () => {
    const project = 'accept';
    await home.arrive(
      project,
      [1, 2, 3].flatMap((trace) => ticketTurn(trace)),
    );
    await home.analyze(project);
    expect((await home.rows(project)).toolCalls.map(({ attempt }) => attempt)).toEqual(
      Array(6).fill(1),
    );

    const work = workbenchOf(home.store, project);
    const { suggestion, declared } = await work.suggest('create_ticket', wholeYear(project));
    expect(declared).toBeNull();
    expect(suggestion).toMatchObject({ identity, varying: ['summary'], support: { turns: 3 } });

    const declaring = {
      tool: 'create_ticket',
      declaration: { identity, effect: 'write' as const },
      ...by,
    };
    expect(await work.declare(declaring)).toEqual({
      tool: 'create_ticket',
      declaration: { identity, effect: 'write' },
      traces: 3,
    });
    expect(await home.analyze(project)).toBe(3);
    const applied = await home.rows(project);
    expect(applied.toolCalls.map(({ attempt }) => attempt)).toEqual([1, 2, 1, 2, 1, 2]);
    expect(applied.toolCalls[0]).toMatchObject({ identity_fields: identity, effect: 'write' });
    expect(applied.loops.map(({ kind, shape }) => `${kind} ${shape}`)).toEqual(
      Array(3).fill('transport create_ticket(customer_id, order_id)'),
    );

    // Spans that come later are resolved under it too, and looking again changes nothing.
    await home.arrive(project, ticketTurn(1));
    await home.analyze(project);
    expect(await home.rows(project)).toEqual(applied);
    expect(await work.suggest('create_ticket', wholeYear(project))).toMatchObject({
      declared: identity,
      suggestion: null,
    });

    expect(await work.declare({ ...declaring, declaration: null })).toMatchObject({
      declaration: null,
      traces: 3,
    });
    await home.analyze(project);
    const back = await home.rows(project);
    expect(back.toolCalls.map(({ attempt }) => attempt)).toEqual(Array(6).fill(1));
    expect(back.loops).toEqual([]);
  });

  it('of people is laid over that of the configuration, and both are listed', async () => {
    const configured: Declarations = new Map([
      ['create_ticket', { identity: ['order_id'], effect: 'write' }],
      ['now', { effect: 'read' }],
    ]);
    const work = workbenchOf(home.store, 'lay', { declarations: configured });
    await work.declare({ tool: 'create_ticket', declaration: { identity }, ...by });
    await work.declare({ tool: 'search', declaration: { identity: ['q'] }, ...by });
    await work.declare({ tool: 'search', declaration: { identity: ['q', 'page'] }, ...by });
    const listed = await work.declarations();
    expect(listed.map(({ tool, source, declaration }) => [tool, source, declaration])).toEqual([
      ['create_ticket', 'both', { identity, effect: 'write' }],
      ['now', 'file', { effect: 'read' }],
      ['search', 'stored', { identity: ['q', 'page'] }],
    ]);
    expect(listed.map(({ change }) => change?.changes ?? 0)).toEqual([1, 0, 2]);
    expect(listed[0]?.change).toMatchObject({ author: 'ada', reason: 'free text hides the loop' });
  });

  it('holds for calls that only messages show, and not for those that the agent signed with fields of its own', async () => {
    const project = 'heard';
    const ask = (id: string, q: string, n: number) => asked(id, 'lookup', { q, note: `n${n}` });
    const declarations: Declarations = new Map([['own', { identity: ['a'] }]]);
    await home.arrive(project, [
      agentSpan({ id: '1', at: [0, 900] }),
      ...[0, 1, 2].map((n) =>
        modelSpan({
          id: `b${n}`,
          parent: '1',
          at: [n * 100, n * 100 + 50],
          messages: {
            asked: [ask(`x${n}`, 'same', n)],
            fed_back: n === 0 ? [] : [fedBack(`x${n - 1}`, [])],
            last_user: 'h',
            users: 1,
          },
        }),
      ),
      toolSpan(
        {
          id: 'c',
          trace: '2',
          at: [400, 450],
          tool: 'own',
          args: { a: 1, b: 2 },
          result: [],
          declarations,
        },
        { tagged_by: 'sdk' },
      ),
    ]);
    const work = workbenchOf(home.store, project);
    await work.declare({ tool: 'lookup', declaration: { identity: ['q'] }, ...by });
    await work.declare({ tool: 'own', declaration: { identity: ['b'] }, ...by });
    await home.analyze(project);
    const { toolCalls } = await home.rows(project);
    const lookups = toolCalls.filter(({ tool }) => tool === 'lookup');
    expect(new Set(lookups.map(({ attempt }) => attempt))).toEqual(new Set([1, 2, 3]));
    expect(toolCalls.find(({ tool }) => tool === 'own')?.identity_fields).toEqual(['a']);
  });

  it('of an exemption takes the loops of stored turns away', async () => {
    const project = 'exempt';
    const polls = [0, 1, 2, 3].map((n) =>
      toolSpan({
        id: `a${n}`,
        at: [n * 100, n * 100 + 50],
        tool: 'queue_depth',
        args: {},
        result: { depth: 3 },
      }),
    );
    await home.arrive(project, polls);
    await home.analyze(project);
    expect((await home.rows(project)).loops).toHaveLength(1);
    const exempt = { owner: 'ops', reason: 'polls a queue', expires: '2027-06-30' };
    await workbenchOf(home.store, project).declare({
      tool: 'queue_depth',
      declaration: { exempt },
      ...by,
    });
    await home.analyze(project);
    expect((await home.rows(project)).loops).toEqual([]);
  });
});
