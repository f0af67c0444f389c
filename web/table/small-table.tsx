import type { ReactNode } from 'react';

import classes from './small-table.module.css';

export interface SmallColumn<Row> {
  name: string;
  align?: 'end';
  /** Text that may take several lines, and the room that is left. */
  isWide?: boolean;
  cell: (row: Row) => ReactNode;
}

export interface SmallTableProps<Row> {
  label: string;
  columns: readonly SmallColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  empty: ReactNode;
}

/** A table of a few dozen rows, drawn whole. */
export function SmallTable<Row>({ label, columns, rows, keyOf, empty }: SmallTableProps<Row>) {
  if (rows.length === 0) return <div className={classes['empty']}>{empty}</div>;
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label={label}>
      <table className={classes['table']}>
        <thead>
          <tr>
            {columns.map(({ name, align, isWide }) => (
              <th key={name} scope="col" data-align={align} data-wide={isWide}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, align, isWide, cell }) => (
                <td key={name} data-align={align} data-wide={isWide}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
