import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { readApiKey, writeApiKey } from '../api/key.ts';
import { FAILURES } from '../text/frame.ts';
import classes from './failure.module.css';

/** Asks for the API key and asks all questions again with it. */
export function KeyPrompt() {
  const client = useQueryClient();
  const [key, setKey] = useState('');
  const wasRefused = readApiKey() !== null;
  const submit = (): void => {
    writeApiKey(key.trim());
    void client.resetQueries();
  };
  return (
    <div className={classes['failure']}>
      <h1>{FAILURES.unauthorized.title}</h1>
      <p>{FAILURES.unauthorized.advice}</p>
      <form
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          type="password"
          autoComplete="off"
          label={FAILURES.unauthorized.label}
          error={wasRefused ? FAILURES.unauthorized.wrong : undefined}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <Button type="submit" disabled={key.trim() === ''}>
          {FAILURES.unauthorized.submit}
        </Button>
      </form>
    </div>
  );
}
