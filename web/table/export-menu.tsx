import { IconDownload } from '@tabler/icons-react';

import { Menu } from '../parts/menu.tsx';
import { useToast } from '../frame/toasts/toasts-context.ts';
import { formatCount } from '../format/number.ts';
import { LISTS } from '../text/lists.ts';
import { exportRows, MOST_ROWS, type ExportForm } from './export-rows.ts';

export interface TableExportProps<Item> {
  /** Of the file, without its ending. */
  name: string;
  readPage: (cursor: string | undefined) => Promise<{ items: Item[]; next_cursor: string | null }>;
}

/** All rows of the list as a file, not only those read so far. */
export function TableExport<Item extends Readonly<Record<string, unknown>>>({
  name,
  readPage,
}: TableExportProps<Item>) {
  const toast = useToast();
  const words = LISTS.exports;
  const run = async (form: ExportForm): Promise<void> => {
    try {
      const { rows, isWhole } = await exportRows(name, form, readPage);
      const count = formatCount(rows);
      toast(isWhole ? words.done(count) : words.cut(count, formatCount(MOST_ROWS)));
    } catch (error) {
      toast(words.failed(error instanceof Error ? error.message : String(error)), 'alert');
    }
  };
  return (
    <Menu
      label={words.title}
      icon={<IconDownload size={14} />}
      items={[
        { name: words.csv, hint: words.csvHint, run: () => void run('csv') },
        { name: words.json, run: () => void run('json') },
      ]}
    />
  );
}
