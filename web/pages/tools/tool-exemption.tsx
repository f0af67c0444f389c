import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { exempt, EXEMPTIONS, exemptionsQuery } from '../../api/verdict-queries.ts';
import { Panel } from '../../parts/panel.tsx';
import { useDeed } from '../../frame/toasts/use-deed.ts';
import { readWho, rememberWho } from '../../parts/who.ts';
import { EXEMPTION } from '../../text/tools.ts';
import { Tag } from '../../trajectory/kind-tags.tsx';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './tools-page.module.css';

/** Whether the tool's repeats are meant, who says so, and until when. */
export function ToolExemption({ tool }: { tool: string }) {
  const { data } = useQuery(exemptionsQuery());
  const [isOpen, setOpen] = useState(false);
  const given = data?.items.find((item) => item.tool === tool);
  const proposal = data?.proposals.find((item) => item.tool === tool);
  return (
    <Panel title={EXEMPTION.title} help={EXEMPTION.help}>
      <div className={classes['identity']}>
        {given === undefined ? (
          <p className={classes['dim']}>{EXEMPTION.none}</p>
        ) : (
          <p>
            <Tag tone={given.state === 'expired' ? 'watch' : undefined}>
              {EXEMPTION.states[given.state]}
            </Tag>{' '}
            <ShownText text={EXEMPTION.given(given.owner, given.reason, given.expires)} />
          </p>
        )}
        {proposal === undefined ? null : (
          <p>
            {EXEMPTION.proposed} <ShownText text={proposal.reasons.join('; ')} />
          </p>
        )}
        {isOpen ? (
          <ExemptForm tool={tool} close={() => setOpen(false)} />
        ) : (
          <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
            {EXEMPTION.add}
          </Button>
        )}
      </div>
    </Panel>
  );
}

function ExemptForm({ tool, close }: { tool: string; close: () => void }) {
  const [owner, setOwner] = useState(readWho);
  const [reason, setReason] = useState('');
  const [expires, setExpires] = useState('');
  const save = useDeed(exempt, () => EXEMPTION.done, EXEMPTIONS);
  const isReady = owner.trim() !== '' && reason.trim() !== '' && expires !== '';
  return (
    <form
      className={classes['identity']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        rememberWho(owner.trim());
        save.run({ tool, owner: owner.trim(), by: owner.trim(), reason: reason.trim(), expires });
        close();
      }}
    >
      <TextInput
        label={EXEMPTION.owner}
        value={owner}
        onChange={(event) => setOwner(event.currentTarget.value)}
      />
      <TextInput
        label={EXEMPTION.reason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={EXEMPTION.expires}
        value={expires}
        onChange={(event) => setExpires(event.currentTarget.value)}
      />
      <Button size="compact-xs" type="submit" disabled={!isReady || save.isRunning}>
        {EXEMPTION.add}
      </Button>
    </form>
  );
}
