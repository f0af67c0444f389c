import type { FixPlace, LoopKind } from '../loop.ts';

/** Where the fix of a kind goes, and what to do there. */
export const FIXES: Readonly<Record<LoopKind, { place: FixPlace; advice: string }>> = {
  exact: {
    place: 'exit_condition',
    advice:
      'Say at the second equal call that the result has not changed, and end the turn at the third. The tool works; the agent does not see that it is done.',
  },
  batch: {
    place: 'schema',
    advice:
      'Say in the description that one call is enough, and drop equal calls of one model answer before they are sent.',
  },
  cycle: {
    place: 'exit_condition',
    advice:
      'End the turn when the ring closes a third time. A block on one of its tools only moves the agent to the other.',
  },
  interleaved: {
    place: 'tool_result',
    advice:
      'Say in the result that nothing has changed since the last look, so that the agent need not look again.',
  },
  stagnant: {
    place: 'tool_result',
    advice:
      'Say in the result that other words lead to the same answer, and what else could be asked.',
  },
  empty: {
    place: 'tool_result',
    advice:
      'An empty result says nothing. Say what was looked at, what exists instead, and that the same query returns the same.',
  },
  sweep: {
    place: 'tool_result',
    advice:
      'Return the total and whether the end has been reached, and refuse to start again from the beginning.',
  },
  validation: {
    place: 'schema',
    advice:
      'The agent guesses. Put the accepted values and required fields into the schema or its description; a higher cap buys nothing.',
  },
  transport: {
    place: 'executor_retry',
    advice:
      'Retry inside the executor, with backoff and an idempotency key, out of the model\u2019s sight; tell the model only how it ended, and that the outcome is unknown.',
  },
  denied: {
    place: 'permissions',
    advice:
      'Grant the right or take the tool away; a refusal that leaves the tool on offer is asked for again.',
  },
  noop_write: {
    place: 'tool_result',
    advice:
      'Answer that nothing has changed, so that the agent does not take the acknowledgement for progress.',
  },
  clock_wait: {
    place: 'harness',
    advice:
      'Give the agent a way to wait, or wake it at the time; asking for the time is no waiting.',
  },
  reverify: {
    place: 'exit_condition',
    advice:
      'Tell the agent to end once the request is answered, or give it a way to say that it is done.',
  },
  duplicate_dispatch: {
    place: 'harness',
    advice:
      'The model asked once and the harness sent twice: send each call id once, and give writes an idempotency key.',
  },
};
