import type { FleetSavings } from '@loopscope/api/contract';

import { formatDuration } from '../../format/duration.ts';
import { formatMoney } from '../../format/number.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Panel } from '../../parts/panel.tsx';
import { GUARD } from '../../text/guard.ts';
import classes from './guard-page.module.css';

/** The cap that a guard starts with. */
const CAP = 2;

/** Where no guard ran: what one would have done with these very turns, and how it is set up. */
export function WithoutGuard({ savings }: { savings: FleetSavings | undefined }) {
  return (
    <>
      {savings === undefined ? null : (
        <Panel title={GUARD.without}>
          <p>{sayWithout(savings)}</p>
        </Panel>
      )}
      <Panel title={GUARD.setUp} action={<CopyButton text={GUARD.snippet} />}>
        <p className={classes['dim']}>{GUARD.noneAdvice}</p>
        <CodeBlock text={GUARD.snippet} />
        <p className={classes['dim']}>{GUARD.demoAdvice}</p>
      </Panel>
    </>
  );
}

function sayWithout({ caps, calls, healthy_turns: healthy }: FleetSavings): string {
  const saving = caps.find(({ cap }) => cap === CAP);
  if (saving === undefined || saving.calls === 0) return GUARD.wouldNothing;
  const money = saving.usd === null ? null : formatMoney(saving.usd);
  const saved = GUARD.wouldSave(saving.calls, calls, formatDuration(saving.ms), money);
  return saved + GUARD.wouldCut(saving.healthy_turns_cut, healthy);
}
