import { Failure } from './failure.tsx';

/** A page that failed to draw; the frame around it stands. */
export function PageError({ error }: { error: unknown }) {
  const shown = error instanceof Error ? error : new Error(String(error));
  return <Failure error={shown} retry={() => window.location.reload()} />;
}
