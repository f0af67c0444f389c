import { describe, expect, it } from 'vitest';
import { FORMS, HARMLESS, SECRETS, tells } from './corpus.ts';
import { createTag, createTextMask } from './mask-text.ts';

const mask = createTextMask({ keys: [], patterns: [] }, createTag(Buffer.alloc(32, 7)));

describe.each(Object.entries(SECRETS))('a secret: %s', (_name, { text, secret }) => {
  it.each(Object.entries(FORMS))('%s cannot be read', (_form, write) => {
    const written = write(text);
    expect(tells(written, secret)).toBe(true);
    const masked = mask(written);
    expect(tells(masked, secret)).toBe(false);
    // Equal ones stay equal, and what is masked stays as it is.
    expect(mask(written)).toBe(masked);
    expect(mask(masked)).toBe(masked);
  });
});

it.each(HARMLESS)('%s is left alone', (text) => {
  expect(mask(text)).toBe(text);
  expect(mask(JSON.stringify({ text }))).toBe(JSON.stringify({ text }));
});

it('two secrets in one encoded form stay two', () => {
  const blob = (text: string) => mask(`blob ${btoa(`token ${text}`)}`);
  const { text = '' } = SECRETS['github'] ?? {};
  expect(blob(text)).not.toBe(blob(text.replace('aB3', 'bC4')));
});
