import type { Tool, ToolDetail } from '@loopscope/api/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { toolQuery } from '../../api/list-queries.ts';
import { exemptionsQuery, toolLoopsQuery } from '../../api/verdict-queries.ts';
import { formatCount, formatPercent, formatShort } from '../../format/number.ts';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { LISTS, TOOLS } from '../../text/lists.ts';
import { Tag } from '../../trajectory/kind-tags.tsx';
import { ShownText } from '../../shown/shown-text.tsx';
import { ToolExemption } from './tool-exemption.tsx';
import { ToolIdentityPanel } from './tool-identity.tsx';
import { ToolLoops } from './tool-loops.tsx';
import { IdentityFields } from './tools-page.tsx';
import classes from './tools-page.module.css';

const route = getRouteApi('/tools/$tool');

/** One tool: its numbers, what its errors say, and the way to its turns. */
export function ToolPage() {
  const { tool } = route.useParams();
  const search = route.useSearch();
  const { data, error, refetch } = useQuery(toolQuery(tool, search));
  // Asked for with the rest: what stands above another part is there before that part is drawn.
  const exemptions = useQuery(exemptionsQuery());
  useQuery(toolLoopsQuery(tool, search));
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <div className={classes['page']}>
      <PageHead title={tool}>
        <Link to="/turns" search={{ tool: [tool] }}>
          {TOOLS.itsTurns}
        </Link>
        <Link to="/signatures" search={{ q: tool }}>
          {TOOLS.itsSignatures}
        </Link>
      </PageHead>
      {data === undefined || exemptions.isPending ? (
        <Skeleton height={720} />
      ) : (
        <>
          <Verdict tool={data.tool} />
          <Facts detail={data} />
          <div className={classes['two']}>
            {data.identity === null ? null : (
              <ToolIdentityPanel
                tool={tool}
                identity={data.identity}
                sent={data.tool.identity_fields}
              />
            )}
            <ToolExemption tool={tool} />
          </div>
          <ToolLoops tool={tool} search={search} />
        </>
      )}
    </div>
  );
}

function Verdict({ tool: { verdict, loops, max_attempts: attempts } }: { tool: Tool }) {
  const isCalm = verdict === 'healthy' && loops === 0;
  return (
    <p className={classes['verdict']}>
      <Tag tone={isCalm ? undefined : 'watch'}>{TOOLS.verdicts[verdict]}</Tag>{' '}
      {verdict === 'healthy' && loops > 0
        ? TOOLS.loopsStill(loops, attempts)
        : TOOLS.advice[verdict]}
    </p>
  );
}

function Facts({ detail }: { detail: ToolDetail }) {
  const { tool, error_templates: templates } = detail;
  const facts = [
    [LISTS.calls, formatCount(tool.calls)],
    [LISTS.turns, formatCount(tool.turns)],
    [LISTS.retryRate, formatPercent(tool.retry_rate)],
    [LISTS.vainRate, formatPercent(tool.calls === 0 ? null : tool.fruitless / tool.calls)],
    [LISTS.eventual, formatPercent(tool.eventual_success_rate)],
    [LISTS.errors, formatCount(tool.errors)],
    [LISTS.empties, formatCount(tool.empties)],
    [LISTS.retryTokens, formatShort(tool.retry_tokens)],
    [LISTS.maxAttempts, formatCount(tool.max_attempts)],
    [LISTS.identity, <IdentityFields key="fields" fields={tool.identity_fields} />],
  ] as const;
  return (
    <>
      <Panel title={TOOLS.numbers}>
        <dl className={classes['facts']}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Panel title={TOOLS.errorTemplates}>
        {templates.length === 0 ? TOOLS.noErrors : <Templates templates={templates} />}
      </Panel>
    </>
  );
}

function Templates({ templates }: { templates: ToolDetail['error_templates'] }) {
  return (
    <table className={classes['templates']}>
      <thead>
        <tr>
          <th scope="col">{TOOLS.errorClass}</th>
          <th scope="col">{TOOLS.template}</th>
          <th scope="col" className={classes['count']}>
            {LISTS.calls}
          </th>
        </tr>
      </thead>
      <tbody>
        {templates.map(({ error_class: errorClass, template, calls }) => (
          <tr key={`${errorClass} ${template}`}>
            <td>{errorClass.replaceAll('_', ' ')}</td>
            <td className={classes['text']}>
              <ShownText text={template} />
            </td>
            <td className={classes['count']}>{formatCount(calls)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
