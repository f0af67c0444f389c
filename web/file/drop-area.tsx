import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

import { trajectoryQuery } from '../api/turn-queries.ts';
import { useToast } from '../frame/toasts-context.ts';
import { DROP } from '../text/frame.ts';
import classes from './drop-area.module.css';

const MOST_BYTES = 50_000_000;

/** Takes a file that is dropped on any page and shows it as a trajectory; it stays in the browser. */
export function DropArea() {
  const [isOver, setOver] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const look = useEffectEvent(async (file: File) => {
    if (file.size > MOST_BYTES) return toast(DROP.tooLarge(file.name), 'alert');
    const { readFile } = await import('./read-file.ts');
    const read = readFile(file.name, await file.text());
    if (read === null) return toast(DROP.unreadable(file.name), 'alert');
    const turnId = read.turn.turn_id;
    client.setQueryData(trajectoryQuery(turnId).queryKey, read);
    return navigate({ to: '/turns/$turnId', params: { turnId } });
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
