/** Single-letter keys can be switched off: they meet speech input and slipping fingers. */
const ITEM = 'loopscope.keys';

export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(ITEM) !== 'off';
  } catch {
    return true;
  }
}

export function switchKeys(areOn: boolean): void {
  localStorage.setItem(ITEM, areOn ? 'on' : 'off');
}
