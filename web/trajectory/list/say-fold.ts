import { TRAJECTORY } from '../../text/trajectory.ts';
import type { FoldContent } from './describe-fold.ts';

/** In what the hidden calls differ, in words. */
export function sayFold(content: FoldContent, isCycle: boolean): string {
  const words = TRAJECTORY.fold;
  const parts = isCycle ? sayLaps(content) : sayCalls(content);
  if (content.writes > 0) parts.push(words.sideEffects(content.writes));
  return parts.join(', ');
}

function sayLaps({ lap, signatures, results }: FoldContent): string[] {
  const words = TRAJECTORY.fold;
  const hasSameArguments = signatures === lap.signatures;
  if (hasSameArguments && results === lap.results) return [words.allSame];
  return [
    hasSameArguments ? words.sameArguments : words.differentArguments(signatures),
    words.results(results),
  ];
}

function sayCalls({ signatures, identities, results, errors, calls }: FoldContent): string[] {
  const words = TRAJECTORY.fold;
  if (signatures === 1 && results === 1 && errors === 0) return [words.allSame];
  const asked =
    signatures === 1
      ? words.sameArguments
      : identities === 1
        ? words.sameIdentity(signatures)
        : words.differentArguments(identities);
  if (results > 1) return [asked, words.results(results)];
  return [asked, errors === calls ? words.sameError : words.sameResult];
}
