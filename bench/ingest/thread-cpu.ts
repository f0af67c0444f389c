import { readdirSync, readFileSync } from 'node:fs';

/** CPU milliseconds of this process's threads, by what they are for. */
export type ThreadCpu = Record<string, number>;

export interface ThreadClock {
  /** From here on. */
  begin(): void;
  /** Empty where the system does not tell, as outside of Linux. What a thread spent that has ended is not in it. */
  spent(): ThreadCpu;
}

const TASKS = '/proc/self/task';
/** Linux counts in hundredths of a second, whatever the clock of the machine. */
const MS_PER_TICK = 10;
/** By the beginnings of their names, of which Linux keeps 15 characters. */
const PARTS: readonly [name: string, part: string][] = [
  ['loopscope-inges', 'ingest: decode, mask, sign, spool'],
  ['loopscope-analy', 'analyzer'],
  ['node-V8Worker', 'garbage and compilation of all threads'],
  ['Unknown', 'engine: statements'],
  ['libuv-worker', 'engine: statements'],
  ['MergeMutate', 'engine: merges'],
];

interface Task {
  part: string;
  ms: number;
}

export function createThreadClock(): ThreadClock {
  let atBegin = readTasks();
  return {
    begin() {
      atBegin = readTasks();
    },
    spent() {
      const parts: ThreadCpu = {};
      for (const [id, { part, ms }] of readTasks()) {
        parts[part] = (parts[part] ?? 0) + ms - (atBegin.get(id)?.ms ?? 0);
      }
      return parts;
    },
  };
}

function readTasks(): Map<string, Task> {
  const tasks = new Map<string, Task>();
  for (const id of idsOf(TASKS)) {
    const task = readTask(id);
    if (task !== null) tasks.set(id, task);
  }
  return tasks;
}

function idsOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Null for one that has ended meanwhile. */
function readTask(id: string): Task | null {
  try {
    const stat = readFileSync(`${TASKS}/${id}/stat`, 'latin1');
    const [nameStart, nameEnd] = [stat.indexOf('(') + 1, stat.lastIndexOf(')')];
    const [user = '0', system = '0'] = stat
      .slice(nameEnd + 2)
      .split(' ')
      .slice(11, 13);
    const part = partOf(id, stat.slice(nameStart, nameEnd));
    return { part, ms: (Number(user) + Number(system)) * MS_PER_TICK };
  } catch {
    return null;
  }
}

function partOf(id: string, name: string): string {
  if (Number(id) === process.pid) return 'servers: HTTP, drain, API, alerts';
  return PARTS.find(([start]) => name.startsWith(start))?.[1] ?? 'engine: its other threads';
}
