import type { ToolStep } from '@loopscope/api/contract';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';

import { stepTextsQuery } from '../../api/turn-queries.ts';
import { useToast } from '../../frame/toasts/toasts-context.ts';
import { TRAJECTORY } from '../../text/trajectory.ts';
import { useKeys } from '../../frame/keys/use-keys.ts';
import { parseOpenFolds } from '../../trajectory/list/open-folds.ts';
import {
  neighbourAttempt,
  neighbourRow,
  nextLoop,
  seqOfRow,
} from '../../trajectory/list/navigate.ts';
import { loopInView, type TrajectoryView } from '../../trajectory/prepare-view.ts';
import { foldNear } from '../../trajectory/list/reveal-step.ts';
import { ZOOM_STEP } from '../../trajectory/minimap/zoom-controls.tsx';
import type { TurnState } from './use-turn-state.ts';

/** Keys of the trajectory: j k steps, n loops, [ ] attempts, u folds, y copies, f copies the fix, + - 0 zoom, g the graph, Esc nothing selected. */
export function useTurnKeys(
  view: TrajectoryView,
  state: TurnState,
  openText: string | undefined,
): void {
  const { rows, selected, step } = state;
  const toast = useToast();
  const client = useQueryClient();
  const move = (direction: 1 | -1): void => {
    const row = rows[neighbourRow(rows, selected, direction)];
    const seq = row === undefined ? undefined : seqOfRow(row, view.steps);
    if (seq !== undefined) state.select(seq);
  };
  const goToLoop = (): void => {
    const loop = nextLoop(view.trajectory.loops, step?.kind === 'tool' ? step.call_seq : -1);
    const first = view.calls.find((call) => call.call_seq === loop?.calls[0]);
    if (first !== undefined) state.reveal(first.seq);
  };
  const goToAttempt = (direction: 1 | -1): void => {
    if (step?.kind !== 'tool') return;
    const target = neighbourAttempt(view.calls, step, direction);
    if (target !== undefined) state.reveal(target.seq);
  };
  const toggleFold = (): void => {
    const at = step === null ? -1 : (view.positions.get(step.seq) ?? -1);
    const fold = foldNear(view.folds, at);
    if (fold === null) return;
    const isOpen = parseOpenFolds(openText).has(fold.id);
    state.unfold(fold, isOpen ? 0 : fold.units.length);
  };
  const copyArguments = (): void => {
    if (step?.kind !== 'tool' || step.args === null) return;
    void wholeArguments(client, view.trajectory.turn.turn_id, step)
      .then((text) => navigator.clipboard.writeText(text))
      .then(() => toast(TRAJECTORY.argumentsCopied));
  };
  const copyFix = (): void => {
    const text = loopInView(view, step)?.fix.proposed_text;
    if (text == null) return;
    void navigator.clipboard.writeText(text).then(() => toast(TRAJECTORY.fixCopied));
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    n: goToLoop,
    '[': () => goToAttempt(-1),
    ']': () => goToAttempt(1),
    u: toggleFold,
    y: copyArguments,
    f: copyFix,
    '+': () => state.zoom(ZOOM_STEP),
    '=': () => state.zoom(ZOOM_STEP),
    '-': () => state.zoom(1 / ZOOM_STEP),
    '0': state.showAll,
    g: () => state.setView(state.view === 'graph' ? 'steps' : 'graph'),
    Escape: () => state.select(undefined),
  });
}

async function wholeArguments(
  client: QueryClient,
  turnId: string,
  step: ToolStep,
): Promise<string> {
  if (step.cut?.args === undefined) return step.args ?? '';
  const texts = await client.fetchQuery(stepTextsQuery(turnId, [step.span_id]));
  return texts.find(({ call_seq: seq }) => seq === step.call_seq)?.args ?? '';
}
