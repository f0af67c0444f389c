import type { Status } from '@loopscope/api/contract';
import { Loader } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { CopyButton } from '../../frame/copy-button.tsx';
import { FRAME } from '../../text/frame.ts';
import { START } from '../../text/overview.ts';
import classes from './first-trace.module.css';
import { environmentSnippet, pythonSnippet, typescriptSnippet } from './snippets.ts';

const SNIPPETS = [
  [START.typescript, typescriptSnippet],
  [START.python, pythonSnippet],
  [START.environment, environmentSnippet],
] as const;

/** Instead of pictures of nothing: how the first span gets here, and whether it has. */
export function FirstTrace({ status }: { status: Status }) {
  return (
    <div className={classes['page']}>
      <div className={classes['intro']}>
        <h1>{status.spans === 0 ? START.title : FRAME.pages.start}</h1>
        <p>{START.intro}</p>
        <dl className={classes['addresses']}>
          <dt>{START.address}</dt>
          <dd>
            <code>{status.otlp_http}</code>
            <CopyButton text={status.otlp_http} />
          </dd>
          {status.otlp_grpc === null ? null : (
            <>
              <dt>{START.grpcAddress}</dt>
              <dd>
                <code>{status.otlp_grpc}</code>
                <CopyButton text={status.otlp_grpc} />
              </dd>
            </>
          )}
        </dl>
        <Waiting spans={status.spans} />
        <p className={classes['dim']}>{START.next}</p>
      </div>
      {SNIPPETS.map(([name, write]) => (
        <Snippet key={name} name={name} text={write(status.otlp_http)} />
      ))}
    </div>
  );
}

function Waiting({ spans }: { spans: number }) {
  return (
    <p className={classes['waiting']} role="status">
      {spans === 0 ? (
        <>
          <Loader size={14} /> {START.waiting}
        </>
      ) : (
        <>
          {START.received(spans)} <Link to="/">{START.toOverview}</Link>
        </>
      )}
    </p>
  );
}

function Snippet({ name, text }: { name: string; text: string }) {
  return (
    <section className={classes['snippet']} aria-label={name}>
      <header>
        <h2>{name}</h2>
        <CopyButton text={text} label={START.copySnippet(name)} />
      </header>
      <pre tabIndex={0}>{text}</pre>
    </section>
  );
}
