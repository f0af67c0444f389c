import { hash } from 'node:crypto';

import { loadMaskingKey, type Masking } from '@loopscope/collector';

import type { Config } from './config.ts';
import { CliError } from './failure.ts';

/** What the collector masks and with which key; null where masking is switched off. Makes the key on the first start. */
export function readMasking({ masking, maskingKey, store }: Config): Masking | null {
  if (!masking.enabled) return null;
  const { keys, patterns } = masking;
  const key = maskingKey === null ? keyIn(store.dataDir) : hash('sha256', maskingKey, 'buffer');
  // The configuration is frozen, and these cross to another thread.
  return { rules: { keys: [...keys], patterns: structuredClone(patterns) }, key };
}

function keyIn(dataDir: string): Buffer {
  try {
    return loadMaskingKey(dataDir);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError(
      `The masking key cannot be read or made in ${dataDir}: ${reason}. Put LOOPSCOPE_DATA_DIR right, or set LOOPSCOPE_MASKING_KEY.`,
      { cause: error },
    );
  }
}
