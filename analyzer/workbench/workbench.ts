import type { Filter } from '@loopscope/sql';

import { backtest } from './backtest.ts';
import type { Backtest, BacktestChange } from './backtest.ts';
import type { WorkbenchOptions } from './bench.ts';
import { compare } from './compare.ts';
import type { Comparison } from './compare.ts';
import { declare, exempt, listDeclarations } from './declare.ts';
import type { Declared, DeclaredTool, Declaring, Exempting } from './declare.ts';
import { exportCase } from './export-case.ts';
import type { ExportedCase } from './export-case.ts';
import { suggest } from './suggest.ts';
import type { Suggestion } from './suggest.ts';

/** Questions that have to be judged and not only counted, over what is stored. */
export interface Workbench {
  /** All declared tools, by whom, and what stands behind it. */
  declarations(): Promise<DeclaredTool[]>;
  /** Declares a tool, or takes its declaration back (null); stored turns are resolved anew. */
  declare(declaring: Declaring): Promise<Declared>;
  /** Exempts a tool, or ends that (null); what else is declared of it stays. */
  exempt(exempting: Exempting): Promise<Declared>;
  /** Which arguments of a tool make two calls the same, as far as its calls show it, and how its parameters have drifted. */
  suggest(tool: string, filter: Filter): Promise<Suggestion>;
  /** What loops in one set of turns and not in another. */
  compare(before: Filter, after: Filter): Promise<Comparison>;
  /** The shortest sequence that still shows a loop of the turn; null where there is no such turn or nothing loops in it. */
  exportCase(turnId: string, loopId?: string): Promise<ExportedCase | null>;
  /** What changed declarations, exemptions and caps would have made of stored turns. */
  backtest(change: BacktestChange, filter: Filter): Promise<Backtest>;
}

export function createWorkbench(options: WorkbenchOptions): Workbench {
  const home = { ...options, project: options.project ?? 'default' };
  return {
    declarations: () => listDeclarations(home),
    declare: (declaring) => declare(home, declaring),
    exempt: (exempting) => exempt(home, exempting),
    suggest: (tool, filter) => suggest(home, tool, filter),
    compare: (before, after) => compare(home, before, after),
    exportCase: (turnId, loopId) => exportCase(home, turnId, loopId),
    backtest: (change, filter) => backtest(home, change, filter),
  };
}
