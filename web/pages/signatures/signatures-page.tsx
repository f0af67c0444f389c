import type { Signature } from '@loopscope/api/contract';
import { Button, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';

import { signaturesQuery } from '../../api/list-queries.ts';
import { formatCount } from '../../format/number.ts';
import { NoRows } from '../../parts/no-rows.tsx';
import { Failure } from '../../parts/failure.tsx';
import { TimeAgo } from '../../frame/now.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { readPages } from '../../table/read-pages.ts';
import { RowsVerdict } from '../../table/rows-verdict.tsx';
import { saySignatures } from '../../table/say-rows.ts';
import { HELP, LISTS } from '../../text/lists.ts';
import { SIGNATURES } from '../../text/signatures.ts';
import { AttemptChip } from '../../trajectory/list/attempt-chip.tsx';
import { oneLine } from '../../shown/cut-text.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './signatures-page.module.css';

const route = getRouteApi('/signatures');
const LONGEST = 240;

const COLUMNS: readonly Column<Signature>[] = [
  {
    id: 'attempts',
    header: LISTS.attempts,
    help: HELP.attempts,
    width: '112px',
    align: 'end',
    cell: ({ tool, identity, max_attempts: attempts }) => (
      <Link
        data-row-link
        to="/turns"
        search={{ identity: [identity] }}
        aria-label={SIGNATURES.openTurns(tool, attempts)}
      >
        <AttemptChip attempt={attempts} />
      </Link>
    ),
  },
  {
    id: 'tool',
    header: LISTS.tool,
    width: '16%',
    cell: ({ tool }) => (
      <code>
        <ShownText text={tool} isTitled />
      </code>
    ),
  },
  {
    id: 'example',
    header: SIGNATURES.example,
    help: SIGNATURES.exampleHelp,
    cell: ({ example }) =>
      example === null ? (
        <i>{SIGNATURES.noExample}</i>
      ) : (
        <code title={oneLine(example, LONGEST)}>
          <ShownText text={oneLine(example, LONGEST)} />
        </code>
      ),
  },
  {
    id: 'calls',
    header: LISTS.calls,
    from: 'medium',
    align: 'end',
    width: '76px',
    cell: ({ calls }) => formatCount(calls),
  },
  {
    id: 'turns',
    header: LISTS.turns,
    from: 'medium',
    align: 'end',
    width: '76px',
    cell: ({ turns }) => formatCount(turns),
  },
  {
    id: 'wordings',
    header: SIGNATURES.wordings,
    help: SIGNATURES.wordingsHelp,
    from: 'wide',
    align: 'end',
    width: '116px',
    cell: ({ signatures }) => formatCount(signatures),
  },
  {
    id: 'errors',
    header: LISTS.errors,
    from: 'wide',
    align: 'end',
    width: '76px',
    cell: ({ errors }) => formatCount(errors),
  },
  {
    id: 'empties',
    header: LISTS.empties,
    from: 'wide',
    align: 'end',
    width: '76px',
    cell: ({ empties }) => formatCount(empties),
  },
  {
    id: 'results',
    header: SIGNATURES.results,
    from: 'widest',
    align: 'end',
    width: '128px',
    cell: (signature) => formatCount(signature.distinct_results),
  },
  {
    id: 'identity',
    header: SIGNATURES.identity,
    from: 'widest',
    width: '160px',
    cell: ({ identity }) => <code>{identity}</code>,
  },
  {
    id: 'last',
    header: LISTS.lastSeen,
    from: 'medium',
    align: 'end',
    width: '104px',
    cell: (signature) => <TimeAgo at={signature.last_at} />,
  },
];

/** Intents: search by tool, identity or hash, and from there to all turns in which one was tried. */
export function SignaturesPage() {
  const search = route.useSearch();
  const { rows, more, error, retry } = readPages(useInfiniteQuery(signaturesQuery(search)));
  return (
    <>
      {error === null ? (
        <RowsVerdict rows={rows} isAll={more === undefined} say={saySignatures} lines={4} />
      ) : null}
      <PageHead title={SIGNATURES.title}>
        <SearchBox key={search.q} start={search.q ?? ''} />
        <span className={classes['explain']}>{SIGNATURES.explain}</span>
      </PageHead>
      {error === null ? (
        <DataTable
          name={SIGNATURES.title}
          columns={COLUMNS}
          rows={rows}
          more={more}
          keyOf={({ tool, identity }) => `${tool} ${identity}`}
          empty={<NoRows title={LISTS.none} advice={SIGNATURES.noneAdvice} />}
        />
      ) : (
        <Failure error={error} retry={retry} />
      )}
    </>
  );
}

function SearchBox({ start }: { start: string }) {
  const [text, setText] = useState(start);
  const navigate = route.useNavigate();
  return (
    <form
      className={classes['search']}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const q = text.trim() === '' ? undefined : text.trim();
        void navigate({ search: (before) => ({ ...before, q }) });
      }}
    >
      <TextInput
        type="search"
        aria-label={SIGNATURES.search}
        placeholder={SIGNATURES.placeholder}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default">
        {SIGNATURES.submit}
      </Button>
    </form>
  );
}
