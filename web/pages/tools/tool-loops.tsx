import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { toolLoopsQuery } from '../../api/verdict-queries.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { TimeAgo } from '../../frame/now.tsx';
import { Panel } from '../../parts/panel.tsx';
import { FIX_PLACES, kindWord } from '../../text/loops.ts';
import { TOOL_LOOPS } from '../../text/tools.ts';
import { Tag } from '../../trajectory/kind-tags.tsx';
import { ShownText } from '../../shown/shown-text.tsx';
import type { CommonSearch } from '../../url/search.ts';
import classes from './tools-page.module.css';

/** The tool's latest loops, and what it could say instead. */
export function ToolLoops({ tool, search }: { tool: string; search: CommonSearch }) {
  const { data } = useQuery(toolLoopsQuery(tool, search));
  if (data === undefined) return <Skeleton height={160} />;
  const own = data.items.filter((loop) => loop.tools.includes(tool) || loop.tool === tool);
  const advised = own.find(({ fix }) => fix.proposed_text !== null);
  return (
    <>
      <Panel title={TOOL_LOOPS.title}>
        {own.length === 0 ? <p className={classes['dim']}>{TOOL_LOOPS.none}</p> : null}
        <ol>
          {own.map((loop) => (
            <li key={loop.loop_id} className={classes['loop']}>
              <Tag tone={loop.severity}>{kindWord(loop.kind)}</Tag>
              <Link to="/turns/$turnId" params={{ turnId: loop.turn_id }}>
                <ShownText text={loop.summary} />
              </Link>
              <span className={classes['dim']}>
                <TimeAgo at={loop.started_at} />
              </span>
            </li>
          ))}
        </ol>
      </Panel>
      {advised === undefined ? null : (
        <Panel
          title={TOOL_LOOPS.better}
          action={<CopyButton text={advised.fix.proposed_text ?? ''} />}
        >
          <p className={classes['dim']}>
            {TOOL_LOOPS.betterFor(kindWord(advised.kind), FIX_PLACES[advised.fix.place])}
          </p>
          <pre className={classes['better']}>
            <ShownText text={advised.fix.proposed_text ?? ''} />
          </pre>
        </Panel>
      )}
    </>
  );
}
