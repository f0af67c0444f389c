import type { Prices } from '@loopscope/loops';
import type { LoopscopeOptions } from '../options.ts';
import { DEFAULT_CEILINGS, type Ceilings } from './ceilings.ts';
import type { Decision } from './decision.ts';
import { MODES, type Mode } from './mode.ts';
import { problemsOf } from './option-problems.ts';
import { DEFAULT_RETRY, type RetryPolicy } from './retry.ts';
import type { StopSource } from './stop-source.ts';

export interface GuardOptions extends LoopscopeOptions {
  /** `block` unless said otherwise. */
  mode?: Mode;
  ceilings?: Partial<Ceilings>;
  /** Executor retry of passing faults; false for none. */
  retry?: Partial<RetryPolicy> | false;
  /** Where stops from outside come from, such as `outsideStops({ url })`. */
  stops?: StopSource;
  /** Beside the built-in table; USD per million tokens. */
  prices?: Prices;
  /** `hashes`: no text of arguments or errors in what the guard records. */
  content?: 'full' | 'hashes';
  /** Hears of every decision; what it throws is dropped. */
  onDecision?: (decision: Decision) => void;
}

export interface Settings {
  mode: Mode;
  ceilings: Ceilings;
  retry: RetryPolicy | null;
  stops: StopSource | null;
  prices: Prices;
  content: 'full' | 'hashes';
  onDecision: (decision: Decision) => void;
}

/** Options out of range, all of them at once. */
export class GuardOptionsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`createGuard: ${problems.join('; ')}`);
    this.name = 'GuardOptionsError';
    this.problems = problems;
  }
}

/** The options with every default in its place. Throws GuardOptionsError. */
export function readOptions(options: GuardOptions): Settings {
  const problems = problemsOf(options, MODES);
  if (problems.length > 0) throw new GuardOptionsError(problems);
  return {
    mode: options.mode ?? 'block',
    ceilings: { ...DEFAULT_CEILINGS, ...options.ceilings },
    retry: options.retry === false ? null : { ...DEFAULT_RETRY, ...options.retry },
    stops: options.stops ?? null,
    prices: options.prices ?? new Map(),
    content: options.content ?? 'full',
    onDecision: options.onDecision ?? (() => {}),
  };
}
