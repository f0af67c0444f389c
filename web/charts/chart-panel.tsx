import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Panel } from '../parts/panel.tsx';
import { FRAME } from '../text/frame.ts';
import classes from './chart-panel.module.css';

export interface ChartTable {
  columns: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}

export interface ChartPanelProps {
  title: string;
  help?: string;
  /** Unit and scale of what is drawn. */
  unit: string;
  /** Name of the chart in the URL. */
  name: string;
  /** Pixels; skeleton, chart and table share it. */
  height: number;
  table: ChartTable | null;
  children: ReactNode;
}

/** A chart, and the table behind it one key away: for screen readers and for copying. */
export function ChartPanel({ title, help, unit, name, height, table, children }: ChartPanelProps) {
  const { table: shown = [] } = useSearch({ strict: false });
  const navigate = useNavigate();
  const isTable = shown.includes(name);
  const toggle = (): void => {
    const next = isTable ? shown.filter((one) => one !== name) : [...shown, name];
    const search = { table: next.length === 0 ? undefined : next };
    void navigate({ to: '.', search: (before) => ({ ...before, ...search }), replace: true });
  };
  return (
    <Panel
      title={title}
      note={unit}
      {...(help === undefined ? {} : { help })}
      action={
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={table === null}
          aria-pressed={isTable}
          aria-label={isTable ? FRAME.asChartTitle(title) : FRAME.asTableTitle(title)}
          onClick={toggle}
        >
          {isTable ? FRAME.asChart : FRAME.asTable}
        </Button>
      }
    >
      <div className={classes['body']} style={{ height }}>
        {isTable && table !== null ? <Table {...table} title={title} /> : children}
      </div>
    </Panel>
  );
}

function Table({ columns, rows, title }: ChartTable & { title: string }) {
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label={FRAME.tableOf(title)}>
      <table className={classes['table']}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows of one answer never move
            <tr key={at}>
              {cells.map((cell, column) => (
                <td key={columns[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
