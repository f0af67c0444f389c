import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';

import { FRAME } from '../text/frame.ts';
import classes from './reason-form.module.css';
import { readWho, rememberWho } from './who.ts';

export interface ReasonFormProps {
  /** What the button does. */
  submit: string;
  isRunning: boolean;
  /** It cannot be undone. */
  isGrave?: boolean;
  /** It may be done without a word. */
  isOptional?: boolean;
  run: (given: { by: string; reason: string }) => void;
  cancel: () => void;
}

/** Who says so, and why: what changes the verdict of others is signed. */
export function ReasonForm({
  submit,
  isRunning,
  isGrave = false,
  isOptional = false,
  run,
  cancel,
}: ReasonFormProps) {
  const [by, setBy] = useState(readWho);
  const [reason, setReason] = useState('');
  const isReady = isOptional || (by.trim() !== '' && reason.trim() !== '');
  const label = isOptional ? FRAME.optional : (name: string) => name;
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        if (by.trim() !== '') rememberWho(by.trim());
        run({ by: by.trim(), reason: reason.trim() });
      }}
    >
      <TextInput
        label={label(FRAME.by)}
        value={by}
        maxLength={200}
        onChange={(event) => setBy(event.currentTarget.value)}
      />
      <TextInput
        label={label(FRAME.reason)}
        value={reason}
        maxLength={1000}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={classes['deeds']}>
        <Button size="compact-xs" variant="default" onClick={cancel}>
          {FRAME.cancel}
        </Button>
        <Button
          size="compact-xs"
          type="submit"
          data-grave={isGrave || undefined}
          disabled={!isReady || isRunning}
        >
          {submit}
        </Button>
      </div>
    </form>
  );
}
