import { ApiFailure } from '../api/failure.ts';
import { isServed } from '../api/served.ts';
import { Failure } from './failure.tsx';

/** A page that failed to draw; the frame around it stands. */
export function PageError({ error }: { error: unknown }) {
  const shown = error instanceof Error ? error : new Error(String(error));
  const reload = (): void => window.location.reload();
  const isUnserved = shown instanceof ApiFailure && shown.status === 0;
  // Without a server a reload would leave nothing to look at.
  const retry = (): void => void isServed().then((answers) => answers && reload());
  return <Failure error={shown} retry={isUnserved ? retry : reload} />;
}
