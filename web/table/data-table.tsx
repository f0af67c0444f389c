import { Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';

import { HelpHint } from '../parts/help-hint.tsx';
import { usePageOffset } from '../frame/use-page-offset.ts';
import { MOST_PRINTED, usePrinting } from '../frame/use-printing.ts';
import { formatCount } from '../format/number.ts';
import { LISTS } from '../text/lists.ts';
import type { Column } from './column.ts';
import classes from './data-table.module.css';
import { toggleSort } from './sort.ts';
import { useRowKeys } from './use-row-keys.ts';

export interface DataTableProps<Row> {
  name: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  /** Called as the last rows come into view. */
  more?: { isLoading: boolean; load: () => void } | undefined;
  sort?: { by: string; change: (by: string) => void };
  /** Instead of rows where there are none. */
  empty: ReactNode;
}

const ROW_HEIGHT = 37;
/** Header of the page and of the table. */
const STICKY_HEIGHT = 96;
const LOAD_AHEAD = 20;
const SKELETON_ROWS = 12;

/** A table of any length: only the rows in view are drawn, further pages load as they come near. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, columns, rows, more, sort, empty } = props;
  const count = rows?.length ?? 0;
  if (rows?.length === 0) return <div className={classes['empty']}>{empty}</div>;
  return (
    <>
      <table
        className={classes['table']}
        aria-label={name}
        aria-rowcount={more === undefined ? count + 1 : -1}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.id} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        {rows === undefined ? <SkeletonBody columns={columns} /> : <Body {...props} rows={rows} />}
      </table>
      <p className={classes['foot']} role="status">
        {rows === undefined ? null : sayShown(count, more)}
      </p>
    </>
  );
}

function sayShown(count: number, more: DataTableProps<unknown>['more']): string {
  if (more?.isLoading === true) return LISTS.loadingMore;
  return LISTS.shown(formatCount(count), more !== undefined);
}

type BodyProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'keyOf' | 'more'> & {
  rows: readonly Row[];
};

function Body<Row>({ columns, rows, keyOf, more }: BodyProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const scrollMargin = usePageOffset(body);
  const isPrinting = usePrinting();
  // oxlint-disable-next-line react/incompatible-library -- it keeps its own state, and no compiler memoises here
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: isPrinting ? MOST_PRINTED : 12,
    scrollMargin,
    scrollPaddingStart: STICKY_HEIGHT,
  });
  const items = virtualizer.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? 0) >= rows.length - LOAD_AHEAD;
  const canLoad = isNearEnd && more?.isLoading === false;
  useEffect(() => {
    if (canLoad) more?.load();
  }, [canLoad, more]);
  useRowKeys(body, rows.length, (index) => virtualizer.scrollToIndex(index, { align: 'auto' }));
  const above = (items[0]?.start ?? scrollMargin) - scrollMargin;
  const below = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin);
  return (
    <tbody ref={body}>
      <Spacer height={above} />
      {items.map(({ index }) => {
        const row = rows[index];
        return row === undefined ? null : (
          <tr
            key={keyOf(row)}
            className={classes['row']}
            data-index={index}
            aria-rowindex={index + 2}
          >
            {columns.map((column) => (
              <td key={column.id} data-from={column.from} data-align={column.align}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        );
      })}
      <Spacer height={below} />
    </tbody>
  );
}

function Head<Row>({ column, sort }: { column: Column<Row>; sort: DataTableProps<Row>['sort'] }) {
  const { id, header, help, align, from, sortKey } = column;
  const by = sort?.by.replace('-', '');
  const isSorted = sortKey !== undefined && by === sortKey;
  const isDescending = sort?.by.startsWith('-') === true;
  const Arrow = isDescending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      data-column={id}
      data-from={from}
      data-align={align}
      style={column.width === undefined ? {} : { width: column.width }}
      {...(isSorted ? { 'aria-sort': isDescending ? 'descending' : 'ascending' } : {})}
    >
      <span className={classes['headText']}>
        {sortKey === undefined || sort === undefined ? (
          header
        ) : (
          <button
            type="button"
            className={classes['sort']}
            title={LISTS.sortBy(header)}
            onClick={() => sort.change(toggleSort(sort.by, sortKey))}
          >
            {header}
            {isSorted ? <Arrow size={13} aria-hidden /> : null}
          </button>
        )}
        {help === undefined ? null : <HelpHint what={header} text={help} />}
      </span>
    </th>
  );
}

/** One cell only: a span over columns that a narrow page hides would bring them back as empty space. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height, padding: 0 }} />
    </tr>
  );
}

function SkeletonBody<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: SKELETON_ROWS }, (_, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- all alike
        <tr key={at}>
          {columns.map(({ id, from }) => (
            <td key={id} data-from={from}>
              <Skeleton height={16} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
