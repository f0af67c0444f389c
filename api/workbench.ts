import type {
  AttemptBins,
  ExpectedStep,
  IdentitySuggestion,
  LoopCase,
  ParameterDrift,
  RankTest,
} from '@loopscope/loops';
import type { Filter, StoredDeclaration } from '@loopscope/sql';

/** As declared; fields may be dotted paths. */
export interface ToolDeclaration {
  identity?: readonly string[];
  volatile?: readonly string[];
  effect?: 'read' | 'write' | 'destructive' | 'unknown';
  exempt?: { owner: string; reason: string; expires: string };
  result?: { list?: string; id?: string };
}

export interface DeclaredTool {
  tool: string;
  declaration: ToolDeclaration;
  source: 'file' | 'stored' | 'both';
  change: { author: string; reason: string; atMs: number; changes: number } | null;
}

interface Change {
  tool: string;
  author: string;
  reason: string;
}

export interface Declared {
  tool: string;
  declaration: ToolDeclaration | null;
  traces: number;
}

export interface Suggestion {
  declared: readonly string[] | null;
  suggestion: IdentitySuggestion | null;
  drift: ParameterDrift;
  calls: number;
}

export interface ComparedSide {
  turns: number;
  turnsWithCalls: number;
  loopingTurns: number;
  calls: number;
  maxAttempts: AttemptBins;
}

export interface LoopCounts {
  loops: number;
  turns: number;
  calls: number;
  longest: number;
}

export interface Comparison {
  before: ComparedSide;
  after: ComparedSide;
  loops: readonly {
    kind: string;
    shape: string;
    tools: string[];
    state: 'new' | 'gone' | 'worse' | 'better' | 'same';
    before: LoopCounts;
    after: LoopCounts;
    pValue: number;
    example: { loopId: string; turnId: string };
  }[];
  maxAttempts: RankTest;
}

export interface ExportedCase {
  case: LoopCase;
  test: string;
  turnId: string;
  loopId: string;
  kind: string;
  severity: 'alert' | 'watch';
  summary: string;
  from: number;
  kept: number[];
  expected: ExpectedStep;
}

export interface BacktestChange {
  tools: ReadonlyMap<string, StoredDeclaration | null>;
  caps: { before: number; after: number };
}

export interface BacktestIncident {
  kind: string;
  severity: 'alert' | 'watch';
  tool: string;
  shape: string;
  calls: number;
  turnId: string;
  summary: string;
}

export interface CapEffect {
  cap: number;
  turnsCut: number;
  healthyTurnsCut: number;
  calls: number;
  ms: number;
  usd: number;
}

export interface Backtest {
  turns: number;
  affectedTurns: number;
  added: readonly BacktestIncident[];
  removed: readonly BacktestIncident[];
  kept: number;
  caps: { before: CapEffect; after: CapEffect };
}

/** Questions that have to be judged and not only counted; what judges them is not ours. */
export interface Workbench {
  declarations(): Promise<readonly DeclaredTool[]>;
  declare(change: Change & { declaration: StoredDeclaration | null }): Promise<Declared>;
  exempt(change: Change & { exempt: StoredDeclaration['exempt'] | null }): Promise<Declared>;
  suggest(tool: string, filter: Filter): Promise<Suggestion>;
  compare(before: Filter, after: Filter): Promise<Comparison>;
  exportCase(turnId: string, loopId?: string): Promise<ExportedCase | null>;
  backtest(change: BacktestChange, filter: Filter): Promise<Backtest>;
}
