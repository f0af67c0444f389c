import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

import { FRAME } from '../text/frame.ts';

const ICONS = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon } as const;
const NEXT = { auto: 'light', light: 'dark', dark: 'auto' } as const;

/** Goes round: as the system, light, dark. */
export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Icon = ICONS[colorScheme];
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={FRAME.scheme[colorScheme]}
      title={FRAME.scheme[colorScheme]}
      onClick={() => setColorScheme(NEXT[colorScheme])}
    >
      <Icon size={16} />
    </ActionIcon>
  );
}
