import type { Status } from '@loopscope/api/contract';
import { Loader } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { Tabs } from '../../parts/tabs.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { TimeAgo } from '../../frame/now.tsx';
import { FRAME } from '../../text/frame.ts';
import { START } from '../../text/overview.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './first-trace.module.css';
import {
  claudeCodeSnippet,
  crewaiSnippet,
  environmentSnippet,
  langchainSnippet,
  openaiAgentsSnippet,
  pydanticAiSnippet,
  pythonSnippet,
  typescriptSnippet,
  vercelSnippet,
} from './snippets.ts';

const SNIPPETS = [
  { name: 'typescript', label: START.typescript, write: typescriptSnippet },
  { name: 'python', label: START.python, write: pythonSnippet },
  { name: 'vercel', label: START.vercel, write: vercelSnippet },
  { name: 'langchain', label: START.langchain, write: langchainSnippet },
  { name: 'agents', label: START.openaiAgents, write: openaiAgentsSnippet },
  { name: 'crewai', label: START.crewai, write: crewaiSnippet },
  { name: 'pydantic', label: START.pydanticAi, write: pydanticAiSnippet },
  { name: 'claude', label: START.claudeCode, write: claudeCodeSnippet },
  { name: 'any', label: START.environment, write: environmentSnippet },
] as const;
type SnippetName = (typeof SNIPPETS)[number]['name'];

const TABS = SNIPPETS.map(({ name, label }) => [name, label] as const);

/** Instead of pictures of nothing: how the first span gets here, and whether it has. */
export function FirstTrace({ status }: { status: Status }) {
  const [chosen, setChosen] = useState<SnippetName>('typescript');
  const { label, write } = SNIPPETS.find(({ name }) => name === chosen) ?? SNIPPETS[0];
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
        <Obstacles status={status} />
        <p className={classes['dim']}>{START.next}</p>
      </div>
      <Tabs label={START.frameworks} tabs={TABS} chosen={chosen} choose={setChosen} />
      <Snippet name={label} text={write(status.otlp_http)} />
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

/** Why nothing shows up although somebody sends. */
function Obstacles({ status: { spans, agent_spans: agentSpans, ingestion } }: { status: Status }) {
  const refusal = ingestion?.last_refusal ?? null;
  return (
    <>
      {spans > 0 && agentSpans === 0 ? <p>{START.noAgentSpans(spans)}</p> : null}
      {refusal === null ? null : (
        <p>
          {START.refused} (<TimeAgo at={refusal.at} />
          ): <ShownText text={refusal.message} />
        </p>
      )}
    </>
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
