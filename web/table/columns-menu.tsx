import { IconColumns } from '@tabler/icons-react';

import menu from '../parts/menu.module.css';
import { Popover } from '../parts/popover.tsx';
import { LISTS } from '../text/lists.ts';
import type { Column } from './column.ts';

export interface ColumnsMenuProps<Row> {
  columns: readonly Column<Row>[];
  /** Ids of the columns shown; undefined leaves it to the width of the page. */
  chosen: readonly string[] | undefined;
  choose: (ids: string[] | undefined) => void;
}

/** Which columns a table shows; the first one, which leads on, always stands. */
export function ColumnsMenu<Row>({ columns, chosen, choose }: ColumnsMenuProps<Row>) {
  const shown = new Set(chosen ?? columns.map(({ id }) => id));
  const toggle = (id: string): void => {
    const next = columns.filter((one) => (one.id === id ? !shown.has(id) : shown.has(one.id)));
    choose(next.map((one) => one.id));
  };
  return (
    <Popover
      label={
        <>
          <IconColumns size={14} />
          {LISTS.columns}
        </>
      }
    >
      {() => (
        <>
          {columns.slice(1).map(({ id, header }) => (
            <label key={id} className={menu['check']}>
              <input type="checkbox" checked={shown.has(id)} onChange={() => toggle(id)} />
              {header}
            </label>
          ))}
          <button type="button" className={menu['item']} onClick={() => choose(undefined)}>
            {LISTS.allColumns}
          </button>
        </>
      )}
    </Popover>
  );
}

/** The columns that the URL names, whatever the width; all of them where it names none. */
export function chosenColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
): readonly Column<Row>[] {
  if (chosen === undefined) return columns;
  return columns
    .filter(({ id }, at) => at === 0 || chosen.includes(id))
    .map((column) => Object.assign({}, column, { from: 'always' as const }));
}
