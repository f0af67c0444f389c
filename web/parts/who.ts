/** Who changes something says so once; this browser remembers it. */
const ITEM = 'loopscope.by';

export function readWho(storage: Pick<Storage, 'getItem'> = localStorage): string {
  try {
    return storage.getItem(ITEM) ?? '';
  } catch {
    return '';
  }
}

export function rememberWho(who: string, storage: Pick<Storage, 'setItem'> = localStorage): void {
  storage.setItem(ITEM, who);
}
