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
      {/* Said in words: drawn as blocks on a phone, a table would lose them. */}
      <table role="table" className={classes['table']} data-many={columns.length > 3}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ name, align, isWide }) => (
              <th role="columnheader" key={name} scope="col" data-align={align} data-wide={isWide}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr role="row" key={keyOf(row)}>
              {columns.map(({ name, align, isWide, cell }) => (
                <td role="cell" key={name} data-name={name} data-align={align} data-wide={isWide}>
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
