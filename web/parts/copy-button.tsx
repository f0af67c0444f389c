import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';

import { FRAME } from '../text/frame.ts';

const SHOWN_MS = 1500;

export interface CopyButtonProps {
  text: string;
  /** Accessible name, where "Copy" alone would not say what. */
  label?: string;
}

/** Copies text and says so in its own place, which keeps its width. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <Button
      size="compact-xs"
      variant="default"
      miw={78}
      aria-label={isCopied ? FRAME.copied : (label ?? FRAME.copy)}
      leftSection={isCopied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      onClick={() => void copy()}
    >
      {isCopied ? FRAME.copied : FRAME.copy}
    </Button>
  );
}
