import { Button } from '@mantine/core';
import { IconCheck, IconLink } from '@tabler/icons-react';
import { useState } from 'react';

import { useKeys } from '../../frame/keys/use-keys.ts';
import { TRAJECTORY } from '../../text/trajectory.ts';

const SHOWN_MS = 2000;

/** Copies the address, which holds the whole view; also by `c`. */
export function CopyLink() {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(window.location.href);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  useKeys({ c: () => void copy() });
  return (
    <span role="status">
      <Button
        size="compact-xs"
        variant="default"
        leftSection={isCopied ? <IconCheck size={14} /> : <IconLink size={14} />}
        onClick={() => void copy()}
      >
        {TRAJECTORY.copyLink}
      </Button>{' '}
      {isCopied ? TRAJECTORY.linkCopied : null}
    </span>
  );
}
