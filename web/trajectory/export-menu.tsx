import type { Trajectory } from '@loopscope/api/contract';
import { IconDownload } from '@tabler/icons-react';

import { downloadText, fileName } from '../frame/download.ts';
import { Menu } from '../frame/menu.tsx';
import { TRAJECTORY } from '../text/trajectory.ts';

/** Ways to take the turn along. */
export function ExportMenu({ trajectory }: { trajectory: Trajectory }) {
  const words = TRAJECTORY.exports;
  const save = (): void => {
    const text = `${JSON.stringify(trajectory, null, 2)}\n`;
    downloadText(fileName(trajectory.turn.turn_id, 'json'), text, 'application/json');
  };
  return (
    <Menu
      label={TRAJECTORY.export}
      icon={<IconDownload size={14} />}
      items={[
        { name: words.trajectory, run: save },
        { name: words.print, run: () => window.print() },
      ]}
    />
  );
}
