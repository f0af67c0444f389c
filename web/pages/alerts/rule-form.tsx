import { RULE_SCOPES, type Receiver, type Rule } from '@loopscope/api/contract';
import { Button, NativeSelect, Skeleton, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { ALERTS as TOUCHED } from '../../api/alert-counts.ts';
import {
  receiversQuery,
  ruleCheckQuery,
  ruleFactsQuery,
  saveRule,
} from '../../api/alert-queries.ts';
import { useDeed } from '../../frame/toasts/use-deed.ts';
import { readWho, rememberWho } from '../../parts/who.ts';
import { ALERTS } from '../../text/alerts.ts';
import { isNewsScope, NEW_RULE, toDraft, writeRule, type RuleDraft } from './rule-draft.ts';
import { RuleFacts } from './rule-facts.tsx';
import classes from './rule-form.module.css';
import { RuleNotify } from './rule-notify.tsx';
import { RuleTrial } from './rule-trial.tsx';

const words = ALERTS.form;
const SETTLE_MS = 350;

export interface RuleFormProps {
  /** What the form begins with; null is an empty rule. */
  base: Rule | null;
  /** Whether `base` itself is changed; else a new rule begins as it. */
  isEdit: boolean;
  close: () => void;
}

/** A rule as a form; beside it what the server makes of it, and what it would have done. */
export function RuleForm(props: RuleFormProps) {
  const receivers = useQuery(receiversQuery());
  // What it may name stands within the form: it is there before the form is drawn.
  const facts = useQuery(ruleFactsQuery());
  if (receivers.isPending || facts.isPending) return <Skeleton height={480} />;
  return <Form {...props} receivers={receivers.data} />;
}

type FormProps = RuleFormProps & { receivers: readonly Receiver[] | undefined };

function Form({ base, isEdit, close, receivers }: FormProps) {
  const [draft, setDraft] = useState<RuleDraft>(() => begin(base, isEdit));
  const set = (changes: Partial<RuleDraft>): void => setDraft({ ...draft, ...changes });
  const [by, setBy] = useState(readWho);
  const yaml = writeRule(draft, base);
  // A rule that begins as another is a new one, and on.
  const keptSwitch = isEdit && base !== null ? { enabled: base.enabled } : {};
  const [settled] = useDebouncedValue(yaml, SETTLE_MS);
  const check = useQuery(ruleCheckQuery(settled));
  const isTaken = settled === yaml && !check.isPlaceholderData && check.data?.rule != null;
  const save = useDeed(
    () => {
      rememberWho(by.trim());
      return saveRule(draft.name.trim(), { yaml, by: by.trim(), ...keptSwitch });
    },
    ({ name, enabled }) => (enabled ? words.saved(name) : words.savedOff(name)),
    TOUCHED,
    close,
  );
  return (
    <form
      className={classes['form']}
      aria-label={isEdit ? words.editTitle(draft.name) : words.newTitle}
      onSubmit={(event) => {
        event.preventDefault();
        if (isTaken) save.run(undefined);
      }}
    >
      <div className={classes['fields']}>
        {isEdit && base !== null && base.source !== 'stored' ? (
          <p className={classes['note']}>{words.replaces(words.origins[base.source])}</p>
        ) : null}
        <div className={classes['row']}>
          <TextInput
            label={words.name}
            description={words.nameHelp}
            value={draft.name}
            readOnly={isEdit}
            maxLength={100}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <NativeSelect
            label={words.scope}
            description={words.scopeHelp(draft.scope)}
            value={draft.scope}
            data={RULE_SCOPES.map((value) => ({ value, label: words.scopes[value] }))}
            onChange={(event) => set({ scope: event.currentTarget.value })}
          />
        </div>
        <Textarea
          size="xs"
          label={words.when}
          classNames={{ input: classes['code'] ?? '' }}
          rows={2}
          value={draft.when}
          spellCheck={false}
          onChange={(event) => set({ when: event.currentTarget.value })}
        />
        <RuleFacts
          scope={draft.scope}
          add={(fact) => set({ when: `${draft.when.trimEnd()} ${fact}`.trimStart() })}
        />
        <Timing draft={draft} set={set} />
        <RuleNotify
          receivers={receivers}
          chosen={draft.notify}
          choose={(notify) => set({ notify })}
        />
        <Filters draft={draft} set={set} />
        <Textarea
          size="xs"
          label={words.reason}
          description={words.reasonHelp}
          rows={2}
          value={draft.reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
        <More draft={draft} set={set} />
        <TextInput
          label={words.by}
          description={words.byHelp}
          value={by}
          maxLength={200}
          onChange={(event) => setBy(event.currentTarget.value)}
        />
        {isEdit && base?.enabled === false ? (
          <p className={classes['note']}>{words.staysOff}</p>
        ) : null}
        <div className={classes['deeds']}>
          <Button type="submit" size="xs" disabled={!isTaken || save.isRunning}>
            {words.save}
          </Button>
          <Button size="xs" variant="default" onClick={close}>
            {words.back}
          </Button>
        </div>
      </div>
      <RuleTrial yaml={settled} check={check} />
    </form>
  );
}

function begin(base: Rule | null, isEdit: boolean): RuleDraft {
  if (base === null) return NEW_RULE;
  const draft = toDraft(base);
  return isEdit ? draft : { ...draft, name: `${draft.name}-2` };
}

interface PartProps {
  draft: RuleDraft;
  set: (changes: Partial<RuleDraft>) => void;
}

function Timing({ draft, set }: PartProps) {
  return (
    <div className={classes['row']}>
      <NativeSelect
        label={words.severity}
        value={draft.severity}
        data={Object.entries(words.severities).map(([value, label]) => ({ value, label }))}
        onChange={(event) => set({ severity: event.currentTarget.value })}
      />
      <TextInput
        label={words.for}
        description={words.forHelp}
        value={draft.for}
        onChange={(event) => set({ for: event.currentTarget.value })}
      />
      {isNewsScope(draft.scope) ? null : (
        <>
          <TextInput
            label={words.window}
            value={draft.window}
            placeholder="1h"
            onChange={(event) => set({ window: event.currentTarget.value })}
          />
          <TextInput
            label={words.every}
            value={draft.every}
            placeholder="1m"
            onChange={(event) => set({ every: event.currentTarget.value })}
          />
        </>
      )}
    </div>
  );
}

function Filters({ draft, set }: PartProps) {
  return (
    <div className={classes['row']}>
      <TextInput
        label={words.agents}
        description={words.filterHelp}
        value={draft.agents}
        onChange={(event) => set({ agents: event.currentTarget.value })}
      />
      <TextInput
        label={words.tools}
        description={words.filterHelp}
        value={draft.tools}
        onChange={(event) => set({ tools: event.currentTarget.value })}
      />
    </div>
  );
}

/** What most rules leave as it is. */
function More({ draft, set }: PartProps) {
  const fields = [
    'repeat',
    ...(isNewsScope(draft.scope) ? [] : (['baseline', 'times'] as const)),
  ] as const;
  const isUsed = [...fields, 'labels' as const, 'annotations' as const].some(
    (name) => draft[name] !== '',
  );
  return (
    <details open={isUsed || undefined}>
      <summary>{words.more}</summary>
      <div className={classes['fields']}>
        <div className={classes['row']}>
          {fields.map((name) => (
            <TextInput
              key={name}
              label={words[name]}
              description={words[`${name}Help`]}
              value={draft[name]}
              onChange={(event) => set({ [name]: event.currentTarget.value })}
            />
          ))}
        </div>
        {(['labels', 'annotations'] as const).map((name) => (
          <Textarea
            key={name}
            size="xs"
            label={words[name]}
            description={words[`${name}Help`]}
            rows={2}
            spellCheck={false}
            value={draft[name]}
            onChange={(event) => set({ [name]: event.currentTarget.value })}
          />
        ))}
      </div>
    </details>
  );
}
