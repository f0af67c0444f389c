import { Link, Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';

import { DropArea } from '../file/drop-area.tsx';
import { FRAME } from '../text/frame.ts';
import { Filters } from './filters.tsx';
import classes from './frame.module.css';
import { KeysDialog } from './keys/keys-dialog.tsx';
import { Palette } from './palette/palette.tsx';
import { SchemeSwitch } from './scheme-switch.tsx';
import { ToastsRegion } from './toasts/toasts-region.tsx';
import { useFocusOnPage } from './use-focus-on-page.ts';
import { useHeaderHeight } from './use-header-height.ts';

const PAGES = [
  ['/', FRAME.pages.overview],
  ['/turns', FRAME.pages.turns],
  ['/sessions', FRAME.pages.sessions],
  ['/tools', FRAME.pages.tools],
  ['/loops', FRAME.pages.loops],
  ['/signatures', FRAME.pages.signatures],
  ['/alerts', FRAME.pages.alerts],
  ['/guard', FRAME.pages.guard],
  ['/start', FRAME.pages.start],
  ['/settings', FRAME.pages.settings],
] as const;

/** Pages about one thing: a time range or a filter would change nothing on them. */
const UNFILTERED: ReadonlySet<string> = new Set([
  '/turns/$turnId',
  '/sessions/$sessionId',
  '/start',
  '/alerts',
  '/settings',
]);

/** Its contract is large, and no page waits for it. */
const AlertsBadge = lazy(async () => {
  const { AlertsBadge: component } = await import('./alerts-badge.tsx');
  return { default: component };
});

const COUNTED = `${classes['link']} ${classes['counted']}`;

/** What stands around every page. */
export function Frame() {
  const header = useRef<HTMLElement>(null);
  useHeaderHeight(header);
  const main = useRef<HTMLElement>(null);
  useFocusOnPage(main);
  const page = useMatches({ select: (matches) => matches.at(-1)?.routeId ?? '' });
  return (
    <>
      <a href="#page" className={classes['skip']}>
        {FRAME.skip}
      </a>
      <header ref={header} className={classes['header']}>
        <div className={classes['bar']}>
          <Link to="/" className={classes['product']}>
            {FRAME.product}
          </Link>
          <Pages page={page} />
          <div className={classes['tools']}>
            <Palette />
            <SchemeSwitch />
            <KeysDialog />
          </div>
          <div className={classes['filters']}>{UNFILTERED.has(page) ? null : <Filters />}</div>
        </div>
      </header>
      <main ref={main} id="page" className={classes['page']} tabIndex={-1}>
        <Outlet />
      </main>
      <ToastsRegion />
      <DropArea />
    </>
  );
}

/** The pages by name; on a narrow window the current one scrolls itself into view. */
function Pages({ page }: { page: string }) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current="page"]');
    if (nav.current === null || !(current instanceof HTMLElement)) return;
    const { offsetLeft, offsetWidth } = current;
    nav.current.scrollLeft = offsetLeft - (nav.current.clientWidth - offsetWidth) / 2;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the page moves the mark that is read here
  }, [page]);
  return (
    <nav ref={nav} className={classes['nav']} aria-label={FRAME.product}>
      {PAGES.map(([to, name]) => (
        <Link
          key={to}
          to={to}
          className={to === '/alerts' ? COUNTED : classes['link']}
          activeOptions={{ exact: to === '/', includeSearch: false }}
        >
          {name}
          {to === '/alerts' ? (
            <Suspense>
              <AlertsBadge />
            </Suspense>
          ) : null}
        </Link>
      ))}
    </nav>
  );
}
