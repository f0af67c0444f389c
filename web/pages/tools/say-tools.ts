import type { Tool } from '@loopscope/api/contract';

import { TOOLS } from '../../text/lists.ts';
import { shortName } from '../../shown/cut-text.ts';

export interface ToolsVerdict {
  tone: 'calm' | 'watch';
  sentences: string[];
}

const MOST_NAMES = 3;

/** The page's first line: which tools are to be mended, and which only retried elsewhere. */
export function sayTools(tools: readonly Tool[], isComplete: boolean): ToolsVerdict {
  const words = TOOLS.verdict;
  if (tools.length === 0) return { tone: 'calm', sentences: [words.none] };
  const bad = namesOf(tools, 'badly_specified');
  const flaky = namesOf(tools, 'flaky');
  const others = tools.length - bad.length - flaky.length;
  const sentences = [
    ...(bad.length === 0 ? [] : [words.bad(listed(bad), bad.length)]),
    ...(flaky.length === 0 ? [] : [words.flaky(listed(flaky), flaky.length)]),
  ];
  if (sentences.length === 0) return { tone: 'calm', sentences: [words.calm(tools.length)] };
  // The unhealthy come first: a page more would only add to the others.
  if (others > 0 && isComplete) sentences.push(words.others(others));
  return { tone: 'watch', sentences };
}

const namesOf = (tools: readonly Tool[], verdict: Tool['verdict']): string[] =>
  tools.filter((tool) => tool.verdict === verdict).map(({ tool }) => tool);

const listed = (names: readonly string[]): string =>
  TOOLS.verdict.list(names.slice(0, MOST_NAMES).map(shortName), names.length - MOST_NAMES);
