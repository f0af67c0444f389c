import type { Agent, Scene } from './agent.ts';
import type { Random } from './random.ts';
import { done, failed, ScriptWriter, type Script } from './script.ts';

/** Works on a repository: reads, edits and tests it. */
export const coding: Agent = {
  name: 'coding',
  tools: {
    read_file: { identity: ['path', 'offset'], effect: 'read' },
    grep: { identity: ['pattern', 'path'], effect: 'read' },
    edit_file: { identity: ['path', 'old', 'new'], effect: 'write' },
    run_tests: { identity: ['target'], effect: 'read' },
    list_files: { identity: ['path'], effect: 'read' },
    get_build: { identity: ['build_id'], effect: 'read' },
  },
  healthy: [
    { name: 'fixes a bug', weight: 12, play: fixBug },
    { name: 'reads a long file', weight: 6, play: readInWindows },
    { name: 'renames across files', weight: 6, play: renameAcross },
    { name: 'finds nothing, then looks elsewhere', weight: 5, play: searchAgain },
  ],
  patient: [
    { name: 'tests again after each edit', weight: 2, play: testDriven },
    { name: 'waits for the build', weight: 1, play: waitForBuild },
  ],
  looping: [
    { name: 'edits back and forth', weight: 2, play: backAndForth },
    { name: 'reads the same file', weight: 1, play: sameFile },
    { name: 'an edit that never matches', weight: 1, play: editNeverMatches },
  ],
};

const MODULES = ['cart', 'invoice', 'session', 'search', 'stock', 'mail'] as const;

function sourceFile(random: Random): string {
  return `src/${random.pick(MODULES)}/${random.pick(['index', 'rules', 'store', 'format'])}.ts`;
}

function read(random: Random, path: string, offset = 0) {
  return done(
    'read_file',
    { path, offset },
    {
      result: `// ${path}, lines ${offset + 1} to ${offset + 40}\nexport const version = '${random.hex(8)}';`,
      ms: random.between(8, 40),
    },
  );
}

function edit(random: Random, path: string, [old, replacement]: readonly [string, string]) {
  return done(
    'edit_file',
    { path, old, new: replacement },
    {
      result: `edited ${path}`,
      ms: random.between(10, 30),
    },
  );
}

function tests(random: Random, target: string, outcome: string) {
  return done('run_tests', { target }, { result: outcome, ms: random.between(2500, 9000) });
}

function fixBug({ random, habit }: Scene): Script {
  const path = sourceFile(random);
  return new ScriptWriter(`The test of ${path} fails since yesterday.`, habit)
    .ask(read(random, path))
    .ask(edit(random, path, ['return total', 'return round(total)']))
    .ask(tests(random, path, '14 passed'))
    .answer('The total was not rounded; it is now, and the tests pass.');
}

/** Forward through one file: every window is new. */
function readInWindows({ random, habit }: Scene): Script {
  const path = sourceFile(random);
  const windows = random.between(4, 8);
  const script = new ScriptWriter(`Explain ${path} to me.`, habit);
  for (let window = 0; window < windows; window += 1) {
    script.ask(read(random, path, window * 40));
  }
  return script.answer('It keeps the rules of one module; here is how they fit together.');
}

/** The same tools in the same order for each file: a cycle by name only. */
function renameAcross({ random, habit }: Scene): Script {
  const script = new ScriptWriter('Rename totalOf to sumOf everywhere.', habit).ask(
    done('grep', { pattern: 'totalOf', path: 'src' }, { result: '5 files', ms: 60 }),
  );
  for (const module of MODULES.slice(0, 5)) {
    const path = `src/${module}/rules.ts`;
    script.ask(read(random, path)).ask(edit(random, path, ['totalOf', 'sumOf']));
  }
  return script
    .ask(tests(random, 'src', '86 passed'))
    .answer('Renamed in five files; the tests pass.');
}

function searchAgain({ random, habit }: Scene): Script {
  const path = sourceFile(random);
  return new ScriptWriter('Where do we format money?', habit)
    .ask(done('grep', { pattern: 'formatMoney', path: 'src' }, { result: '', ms: 55 }))
    .ask(
      done(
        'grep',
        { pattern: 'currency', path: 'src' },
        { result: `${path}:12: currency`, ms: 60 },
      ),
    )
    .ask(read(random, path))
    .answer(`In ${path}, line 12.`);
}

/** The same test after every edit, with another outcome each time: progress. */
function testDriven({ random, habit }: Scene): Script {
  const path = sourceFile(random);
  const script = new ScriptWriter(`Make the tests of ${path} pass.`, habit).ask(read(random, path));
  for (const failing of [5, 3, 1, 0]) {
    script
      .ask(edit(random, path, [`case ${failing}: throw`, `case ${failing}: return`]))
      .ask(
        tests(
          random,
          path,
          failing === 0 ? '14 passed' : `${failing} failed, ${14 - failing} passed`,
        ),
      );
  }
  return script.answer('All fourteen tests pass.');
}

function waitForBuild({ random, habit }: Scene): Script {
  const build_id = `b-${random.hex(6)}`;
  const script = new ScriptWriter('Is the build green?', habit);
  for (const stage of ['queued', 'compiling', 'testing', 'green']) {
    script.ask(
      done('get_build', { build_id }, { result: { build_id, stage }, ms: random.between(90, 200) }),
    );
  }
  return script.answer('The build is green.');
}

/** One edit and its reverse, and the same two failures, nine laps long. */
export function backAndForth({ random, habit }: Scene): Script {
  const path = 'src/cart/rules.ts';
  const script = new ScriptWriter('The cart test fails, please fix it.', habit).ask(
    read(random, path),
  );
  for (let lap = 0; lap < 9; lap += 1) {
    script
      .ask(edit(random, path, ['ceil(total)', 'floor(total)']))
      .ask(tests(random, path, '1 failed: rounds up at .50'))
      .ask(edit(random, path, ['floor(total)', 'ceil(total)']))
      .ask(tests(random, path, '1 failed: rounds down at .49'));
  }
  return script.cutOff('max_steps');
}

/** Reads one file again and again though it never changes. */
function sameFile({ habit }: Scene): Script {
  const path = 'src/session/store.ts';
  const script = new ScriptWriter('Summarise the session store.', habit);
  for (let step = 0; step < 12; step += 1) {
    script.ask(
      done('read_file', { path, offset: 0 }, { result: 'export const store = new Map();', ms: 12 }),
    );
  }
  return script.cutOff('max_steps');
}

/** The text to be replaced is not in the file, and the agent does not look. */
function editNeverMatches({ random, habit }: Scene): Script {
  const path = 'src/invoice/format.ts';
  const script = new ScriptWriter('Use two decimals in invoices.', habit);
  for (let step = 0; step < 7; step += 1) {
    script.ask(
      failed(
        'edit_file',
        { path, old: 'toFixed(0)', new: 'toFixed(2)' },
        {
          type: 'not_found',
          message: `edit_file failed: the text to replace was not found in ${path}.`,
          ms: random.between(8, 20),
        },
      ),
    );
  }
  return script.answer('I could not find the place.');
}
