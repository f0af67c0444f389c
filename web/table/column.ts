import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  header: string;
  help?: string;
  align?: 'end';
  /** CSS width; columns without one share the rest. */
  width?: string;
  /** Narrowest page that shows it: always, 700 px, 1100 px, 1400 px, 1600 px. */
  from?: 'always' | 'medium' | 'wide' | 'wider' | 'widest';
  /** Name in the API's sort; absent where it does not sort. */
  sortKey?: string;
  cell: (row: Row) => ReactNode;
}
