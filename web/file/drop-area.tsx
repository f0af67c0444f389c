import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

import { trajectoryQuery } from '../api/turn-queries.ts';
import { useToast } from '../frame/toasts/toasts-context.ts';
import { DROP } from '../text/frame.ts';
import classes from './drop-area.module.css';
import { fileTurnsQuery, turnsOf } from './file-turns.tsx';
import { openFile } from './open-file.ts';

/** As much as the server takes. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Takes a file that is dropped on any page and shows its most repetitive turn; nothing of it is stored. */
export function DropArea() {
  const [isOver, setOver] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const look = useEffectEvent(async (file: File) => {
    if (file.size > MOST_BYTES) return toast(DROP.tooLarge(file.name), 'alert');
    try {
      const opened = await openFile(file.name, await file.text());
      const [worst] = opened.turns;
      if (worst === undefined) return toast(DROP.unreadable(file.name), 'alert');
      for (const each of opened.turns) {
        client.setQueryData(trajectoryQuery(each.turn.turn_id).queryKey, each);
      }
      client.setQueryData(fileTurnsQuery.queryKey, turnsOf(opened));
      const params = { turnId: worst.turn.turn_id };
      return await navigate({ to: '/turns/$turnId', params });
    } catch (error) {
      return toast(
        DROP.failed(file.name, error instanceof Error ? error.message : String(error)),
        'alert',
      );
    }
  });
  useEffect(() => {
    const hasFile = ({ dataTransfer }: DragEvent): boolean =>
      dataTransfer?.types.includes('Files') === true;
    const onOver = (event: DragEvent): void => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) void look(file);
    };
    document.addEventListener('dragover', onOver);
    document.addEventListener('dragleave', onLeave);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragover', onOver);
      document.removeEventListener('dragleave', onLeave);
      document.removeEventListener('drop', onDrop);
    };
  }, []);
  return isOver ? <div className={classes['area']}>{DROP.here}</div> : null;
}
