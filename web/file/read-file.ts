/** A recorded run that somebody dropped on the page -> a trajectory. Nothing of it leaves the browser. */
import { trajectory, type Trajectory } from '@loopscope/api/contract';

import { readChat } from './read-chat.ts';

/** Null where the text is neither a trajectory as exported here, nor a chat. The ids say that it is no stored turn. */
export function readFile(name: string, text: string): Trajectory | null {
  const value = parseJson(text);
  const exported = trajectory.safeParse(value);
  const read = exported.success ? exported.data : readChat(name, value);
  if (read === null) return null;
  return { ...read, turn: { ...read.turn, turn_id: `file:${name}` } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
