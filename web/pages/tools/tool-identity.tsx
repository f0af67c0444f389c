import type { ToolIdentity } from '@loopscope/api/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';

import { declare } from '../../api/verdict-queries.ts';
import { formatCount, formatPercent } from '../../format/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { ReasonForm } from '../../parts/reason-form.tsx';
import { useDeed } from '../../frame/toasts/use-deed.ts';
import { IDENTITY } from '../../text/tools.ts';
import { Tag } from '../../trajectory/kind-tags.tsx';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './tools-page.module.css';

export interface ToolIdentityPanelProps {
  tool: string;
  identity: ToolIdentity;
  /** Fields that the agent's own spans name. */
  sent: readonly string[];
}

/** Which arguments make two calls the same: as declared, or as the calls suggest, with a way to accept it. */
export function ToolIdentityPanel({ tool, identity, sent }: ToolIdentityPanelProps) {
  const { declared, suggestion, drift } = identity;
  return (
    <Panel title={IDENTITY.title} help={IDENTITY.help}>
      <div className={classes['identity']}>
        {declared === null && sent.length === 0 ? <p>{IDENTITY.undeclared}</p> : null}
        {declared === null ? null : <FieldRow name={IDENTITY.declared} fields={declared} />}
        {declared === null && sent.length > 0 ? (
          <FieldRow name={IDENTITY.sent} fields={sent} />
        ) : null}
        {suggestion === null ? null : <Suggested tool={tool} suggestion={suggestion} />}
        {suggestion === null && declared === null && sent.length === 0 ? (
          <p className={classes['dim']}>{IDENTITY.noSuggestion(formatCount(identity.calls))}</p>
        ) : null}
        <Drift drift={drift} />
      </div>
    </Panel>
  );
}

type Suggestion = NonNullable<ToolIdentity['suggestion']>;

function Suggested({ tool, suggestion }: { tool: string; suggestion: Suggestion }) {
  const [isOpen, setOpen] = useState(false);
  const { support, confidence, consistent } = suggestion;
  const accept = useDeed(
    ({ by, reason }: { by: string; reason: string }) =>
      declare({
        tool,
        by,
        reason,
        declaration: {
          identity: suggestion.identity,
          ...(suggestion.volatile.length === 0 ? {} : { volatile: suggestion.volatile }),
        },
      }),
    ({ traces }) => IDENTITY.accepted(formatCount(traces)),
    'tool',
  );
  return (
    <div className={classes['identity']}>
      <FieldRow name={IDENTITY.holds} fields={suggestion.identity} />
      <FieldRow name={IDENTITY.varies} fields={suggestion.varying} />
      <FieldRow name={IDENTITY.volatile} fields={suggestion.volatile} />
      <p className={classes['dim']}>
        {IDENTITY.support(
          formatCount(consistent),
          formatCount(support.groups),
          formatCount(support.calls),
        )}{' '}
        {IDENTITY.confidence(formatPercent(confidence))}
      </p>
      {isOpen ? (
        <ReasonForm
          submit={IDENTITY.accept}
          isRunning={accept.isRunning}
          cancel={() => setOpen(false)}
          run={(given) => {
            accept.run(given);
            setOpen(false);
          }}
        />
      ) : (
        <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
          {IDENTITY.accept}
        </Button>
      )}
    </div>
  );
}

function FieldRow({ name, fields }: { name: string; fields: readonly string[] }) {
  if (fields.length === 0) return null;
  return (
    <div className={classes['fieldRow']}>
      <span className={classes['dim']}>{name}</span>
      <span>
        {fields.map((field) => (
          <code key={field} className={classes['fieldName']}>
            <ShownText text={field} />
          </code>
        ))}
      </span>
    </div>
  );
}

function Drift({ drift }: { drift: ToolIdentity['drift'] }) {
  const parts = [
    [IDENTITY.drift.missing, drift.missing],
    [IDENTITY.drift.appeared, drift.appeared],
    [IDENTITY.drift.vanished, drift.vanished],
  ] as const;
  if (parts.every(([, fields]) => fields.length === 0)) return null;
  return (
    <div className={classes['identity']}>
      <Tag tone="watch">{IDENTITY.drift.title}</Tag>
      {parts.map(([name, fields]) => (
        <FieldRow key={name} name={name} fields={fields} />
      ))}
    </div>
  );
}
