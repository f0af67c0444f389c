/** Named searches of this browser: what a list was narrowed to, ordered by, and which columns it showed. */
import { z } from 'zod';

const savedView = z.object({ name: z.string(), page: z.string(), search: z.string() });
export type SavedView = z.infer<typeof savedView>;

const ITEM = 'loopscope.views';
const MOST_VIEWS = 50;

export type ViewStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** What cannot be read is nothing: an older page may have written it. */
export function readViews(storage: ViewStorage, page: string): SavedView[] {
  return readAll(storage).filter((view) => view.page === page);
}

function readAll(storage: ViewStorage): SavedView[] {
  try {
    const text: unknown = JSON.parse(storage.getItem(ITEM) ?? '[]');
    const parsed = z.array(savedView).safeParse(text);
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

/** A view of the same name gives way. */
export function saveView(storage: ViewStorage, view: SavedView): void {
  const others = readAll(storage).filter((one) => !isSame(one, view));
  storage.setItem(ITEM, JSON.stringify([...others, view].slice(-MOST_VIEWS)));
}

export function deleteView(storage: ViewStorage, view: SavedView): void {
  const others = readAll(storage).filter((one) => !isSame(one, view));
  storage.setItem(ITEM, JSON.stringify(others));
}

const isSame = (one: SavedView, other: SavedView): boolean =>
  one.name === other.name && one.page === other.page;
