import { hash } from 'node:crypto';

/** What was answered to a body, so that the same bytes sent again get the same answer and are not stored again. */
export interface SeenBodies<Answer> {
  key(body: Buffer): string;
  find(key: string): Answer | undefined;
  /** Only after the body's rows are safe: a body remembered too early is a body lost. */
  remember(key: string, answer: Answer): void;
}

export function createSeenBodies<Answer>(maxBodies: number): SeenBodies<Answer> {
  const answers = new Map<string, Answer>();
  return {
    key: (body) => hash('sha256', body),
    find: (key) => answers.get(key),
    remember(key, answer) {
      answers.delete(key);
      answers.set(key, answer);
      if (answers.size <= maxBodies) return;
      const oldest = answers.keys().next();
      if (!oldest.done) answers.delete(oldest.value);
    },
  };
}
