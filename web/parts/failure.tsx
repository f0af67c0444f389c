import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { ApiFailure } from '../api/failure.ts';
import { useServedAgain } from '../api/served.ts';
import { FAILURES } from '../text/frame.ts';
import { KeyPrompt } from './key-prompt.tsx';
import classes from './failure.module.css';
import { usePageTitle } from './page-title.ts';

export interface FailureProps {
  error: Error;
  retry: () => void;
}

/** Instead of data: what happened, and what to do about it. */
export function Failure({ error, retry }: FailureProps) {
  useServedAgain(error instanceof ApiFailure && error.status === 0, retry);
  if (error instanceof ApiFailure && error.status === 401) return <KeyPrompt />;
  const { title, advice } = explainFailure(error);
  return (
    <div className={classes['failure']} role="alert">
      <h1>{title}</h1>
      <p>{advice}</p>
      <code className={classes['message']}>{error.message}</code>
      <Button variant="default" onClick={retry}>
        {FAILURES.retry}
      </Button>
    </div>
  );
}

/** The words for an error, by the API's code first and its status second. */
export function explainFailure(error: Error): { title: string; advice: string } {
  if (!(error instanceof ApiFailure)) return FAILURES.page;
  if (error.status === 0) return FAILURES.unreachable;
  if (error.code === 'contract') return FAILURES.contract;
  if (error.code === 'invalid_query') return FAILURES.query;
  if (error.status === 404) return FAILURES.notFound;
  return error.status === 503 ? FAILURES.store : FAILURES.other;
}

/** For an address that no page has. */
export function NoPage() {
  usePageTitle(FAILURES.noPage.title);
  return (
    <div className={classes['failure']}>
      <h1>{FAILURES.noPage.title}</h1>
      <p>{FAILURES.noPage.advice}</p>
      <Link to="/">{FAILURES.noPage.home}</Link>
    </div>
  );
}
