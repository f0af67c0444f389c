import type { ReactNode } from 'react';

/** Instead of rows: what is not there, and what to do about it. */
export function EmptyState({
  title,
  advice,
  children,
}: {
  title: string;
  advice: string;
  children?: ReactNode;
}) {
  return (
    <>
      <p>
        <strong>{title}</strong>
      </p>
      <p>{advice}</p>
      {children}
    </>
  );
}
