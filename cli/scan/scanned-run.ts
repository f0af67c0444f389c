import type { LoopKind, FixPlace } from '@loopscope/loops';

/** Where a record stands: a file, or `stdin`, and its line from 1. */
export interface Origin {
  file: string;
  line: number;
}

/** One run with everything in it that loops. */
export interface ScannedRun {
  id: string;
  origin: Origin;
  turns: number;
  calls: number;
  loops: ScannedLoop[];
}

export interface ScannedLoop {
  kind: LoopKind;
  severity: 'alert' | 'watch';
  /** Positions among the run's calls, the first (which is no repeat) included. */
  calls: number[];
  /** The tool that is called most in it. */
  tool: string;
  summary: string;
  /** What the calls cost that brought nothing; tokens and money where the run says. */
  cost: { ms: number; tokens: number; usd: number; sideEffects: number };
  fix: { place: FixPlace; advice: string; proposedText: string | null };
}

export interface Problem {
  /** A file, or `file:line`. */
  where: string;
  why: string;
}
