import type { Loop, Trajectory } from '@loopscope/api/contract';
import { IconDownload } from '@tabler/icons-react';

import { readCase } from '../../api/verdict-queries.ts';
import { isFileTurn } from '../../file/file-turn.ts';
import { downloadText, fileName } from '../../parts/download.ts';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { useToast } from '../../frame/toasts/toasts-context.ts';
import { sayRefusal } from '../../parts/say-refusal.ts';
import { TRAJECTORY } from '../../text/trajectory.ts';

export interface ExportMenuProps {
  trajectory: Trajectory;
  /** The loop that a test case is made of; null where the turn has none. */
  loop: Loop | null;
}

const JSON_TYPE = 'application/json';

/** Ways to take the turn along: whole, or as the shortest case that still shows the loop. */
export function ExportMenu({ trajectory, loop }: ExportMenuProps) {
  const words = TRAJECTORY.exports;
  const toast = useToast();
  const turnId = trajectory.turn.turn_id;
  const saveCase = async (loopId: string, isTest: boolean): Promise<void> => {
    try {
      const found = await readCase(turnId, loopId);
      if (isTest) downloadText(fileName(loopId, 'test.ts'), found.test, 'text/plain');
      else downloadText(fileName(loopId, 'case.json'), toText(found), JSON_TYPE);
      toast(words.done(found.kept.length, found.from));
    } catch (error) {
      toast(sayRefusal(error), 'alert');
    }
  };
  const cases: MenuItem[] =
    loop === null || isFileTurn(turnId)
      ? []
      : [
          {
            name: words.case,
            hint: words.caseHint,
            run: () => void saveCase(loop.loop_id, false),
          },
          { name: words.test, hint: words.testHint, run: () => void saveCase(loop.loop_id, true) },
        ];
  return (
    <Menu
      label={TRAJECTORY.export}
      icon={<IconDownload size={14} />}
      items={[
        ...cases,
        {
          name: words.trajectory,
          run: () => downloadText(fileName(turnId, 'json'), toText(trajectory), JSON_TYPE),
        },
        { name: words.print, run: () => window.print() },
      ]}
    />
  );
}

const toText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
