import { useMutation, useQueryClient } from '@tanstack/react-query';

import { sayRefusal } from '../../parts/say-refusal.ts';
import { useToast } from './toasts-context.ts';

export interface Deed<Input> {
  run: (input: Input) => void;
  isRunning: boolean;
}

/** Changes something: says what came of it, asks anew what it touched (all keys that begin with `touches`), then goes on by `done`. */
export function useDeed<Input, Output>(
  act: (input: Input) => Promise<Output>,
  say: (output: Output, input: Input) => string,
  touches: string,
  done?: () => void,
): Deed<Input> {
  const toast = useToast();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: act,
    onSuccess: (output, input) => {
      toast(say(output, input));
      done?.();
      return client.invalidateQueries({ queryKey: [touches] });
    },
    onError: (error) => toast(sayRefusal(error), 'alert'),
  });
  return { run: mutate, isRunning: isPending };
}
