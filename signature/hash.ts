import crypto from 'node:crypto';

/** The first 16 hex characters of the SHA-256 of the text's UTF-8 form. */
export function shortHash(text: string): string {
  // Node before 20.12 has no one-shot hash.
  const hex =
    typeof crypto.hash === 'function'
      ? crypto.hash('sha256', text, 'hex')
      : crypto.createHash('sha256').update(text).digest('hex');
  return hex.slice(0, 16);
}
