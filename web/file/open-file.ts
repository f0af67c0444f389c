import { trajectory, type Trajectory } from '@loopscope/api/contract';

import { scanText } from '../api/scan-text.ts';
import { fileTurnId } from './file-turn.ts';

export interface OpenedFile {
  /** The most repetitive first; the ids say that they are not stored. */
  turns: Trajectory[];
  /** Turns that the file holds. */
  found: number;
}

/** What was exported here is shown as it was; everything else the server judges. Throws ApiFailure for a file with nothing to look at. */
export async function openFile(name: string, text: string): Promise<OpenedFile> {
  const exported = readExported(text);
  const { turns, found } =
    exported === null ? await scanText(text) : { turns: [exported], found: 1 };
  return { turns: turns.map((each, at) => withId(each, fileTurnId(name, at))), found };
}

function withId({ turn, loops, ...rest }: Trajectory, turnId: string): Trajectory {
  return {
    ...rest,
    turn: { ...turn, turn_id: turnId },
    loops: loops.map((loop) => ({ ...loop, turn_id: turnId })),
  };
}

function readExported(text: string): Trajectory | null {
  try {
    return trajectory.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
