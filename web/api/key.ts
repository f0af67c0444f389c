/** The API key of this browser tab; the session storage forgets it with the tab. */
const ITEM = 'loopscope.api-key';

export function readApiKey(storage: Pick<Storage, 'getItem'> = sessionStorage): string | null {
  try {
    return storage.getItem(ITEM);
  } catch {
    return null;
  }
}

export function writeApiKey(key: string, storage: Pick<Storage, 'setItem'> = sessionStorage): void {
  storage.setItem(ITEM, key);
}

export function forgetApiKey(storage: Pick<Storage, 'removeItem'> = sessionStorage): void {
  storage.removeItem(ITEM);
}
