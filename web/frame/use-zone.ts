import { useSearch } from '@tanstack/react-router';

import type { Zone } from '../format/zone.ts';

/** The zone that the URL asks for. */
export function useZone(): Zone {
  return useSearch({ from: '__root__', select: ({ tz }) => tz ?? 'local' });
}
