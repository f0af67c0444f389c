/** The pages: address, what it keeps in the URL, and the file that draws it. */
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  retainSearchParams,
} from '@tanstack/react-router';

import { turnsQuery } from './api/list-queries.ts';
import {
  attemptsSeriesQuery,
  markersQuery,
  overviewQuery,
  worstTurnsQuery,
} from './api/overview-queries.ts';
import { trajectoryQuery } from './api/turn-queries.ts';
import { NoPage } from './parts/failure.tsx';
import { Frame } from './frame/frame.tsx';
import { loaded } from './frame/reload-on-new-build.ts';
import { PageError } from './parts/page-error.tsx';
import { loadCharts } from './pages/overview/load-charts.ts';
import { OverviewPage } from './pages/overview/overview-page.tsx';
import {
  alertsSearch,
  COMMON_NAMES,
  commonSearch,
  guardSearch,
  loopsSearch,
  overviewSearch,
  sessionSearch,
  sessionsSearch,
  signaturesSearch,
  trajectorySearch,
  turnsSearch,
} from './url/search.ts';
import { parseSearch, stringifySearch } from './url/search-text.ts';

interface Context {
  client: QueryClient;
}

const root = createRootRouteWithContext<Context>()({
  validateSearch: commonSearch,
  search: { middlewares: [retainSearchParams([...COMMON_NAMES])] },
  component: Frame,
  notFoundComponent: NoPage,
});

const getParentRoute = () => root;

const overview = createRoute({
  getParentRoute,
  path: '/',
  validateSearch: overviewSearch,
  loaderDeps: ({ search }) => search,
  // What the first sentence says goes first; the pictures ask for theirs when they are there.
  loader: ({ context: { client }, deps }) => {
    void client.prefetchQuery(overviewQuery(deps));
    void client.prefetchQuery(attemptsSeriesQuery(deps));
    void client.prefetchQuery(markersQuery(deps));
    // Their scripts are read when the sentence is all but there: before it they would only hold it up.
    void client.prefetchQuery(worstTurnsQuery(deps)).then(loadCharts);
  },
  component: OverviewPage,
});

const turns = createRoute({
  getParentRoute,
  path: '/turns',
  validateSearch: turnsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) => {
    void client.prefetchInfiniteQuery(turnsQuery(deps));
  },
  component: lazyRouteComponent(() => loaded(import('./pages/turns/turns-page.tsx')), 'TurnsPage'),
});

const turn = createRoute({
  getParentRoute,
  path: '/turns/$turnId',
  validateSearch: trajectorySearch,
  loader: ({ context: { client }, params }) => {
    void client.prefetchQuery(trajectoryQuery(params.turnId));
  },
  component: lazyRouteComponent(() => loaded(import('./pages/turn/turn-page.tsx')), 'TurnPage'),
});

const sessions = createRoute({
  getParentRoute,
  path: '/sessions',
  validateSearch: sessionsSearch,
  component: lazyRouteComponent(
    () => loaded(import('./pages/sessions/sessions-page.tsx')),
    'SessionsPage',
  ),
});

const session = createRoute({
  getParentRoute,
  path: '/sessions/$sessionId',
  validateSearch: sessionSearch,
  component: lazyRouteComponent(
    () => loaded(import('./pages/sessions/session-page.tsx')),
    'SessionPage',
  ),
});

const tools = createRoute({
  getParentRoute,
  path: '/tools',
  component: lazyRouteComponent(() => loaded(import('./pages/tools/tools-page.tsx')), 'ToolsPage'),
});

const tool = createRoute({
  getParentRoute,
  path: '/tools/$tool',
  component: lazyRouteComponent(() => loaded(import('./pages/tools/tool-page.tsx')), 'ToolPage'),
});

const loops = createRoute({
  getParentRoute,
  path: '/loops',
  validateSearch: loopsSearch,
  component: lazyRouteComponent(() => loaded(import('./pages/loops/loops-page.tsx')), 'LoopsPage'),
});

const signatures = createRoute({
  getParentRoute,
  path: '/signatures',
  validateSearch: signaturesSearch,
  component: lazyRouteComponent(
    () => loaded(import('./pages/signatures/signatures-page.tsx')),
    'SignaturesPage',
  ),
});

const alerts = createRoute({
  getParentRoute,
  path: '/alerts',
  validateSearch: alertsSearch,
  component: lazyRouteComponent(
    () => loaded(import('./pages/alerts/alerts-page.tsx')),
    'AlertsPage',
  ),
});

const guard = createRoute({
  getParentRoute,
  path: '/guard',
  validateSearch: guardSearch,
  component: lazyRouteComponent(() => loaded(import('./pages/guard/guard-page.tsx')), 'GuardPage'),
});

const settings = createRoute({
  getParentRoute,
  path: '/settings',
  component: lazyRouteComponent(
    () => loaded(import('./pages/settings/settings-page.tsx')),
    'SettingsPage',
  ),
});

const start = createRoute({
  getParentRoute,
  path: '/start',
  component: lazyRouteComponent(() => loaded(import('./pages/start/start-page.tsx')), 'StartPage'),
});

const pages = [
  overview,
  turns,
  turn,
  sessions,
  session,
  tools,
  tool,
  loops,
  signatures,
  alerts,
  guard,
  settings,
  start,
] as const;

export function createPages(client: QueryClient) {
  return createRouter({
    routeTree: root.addChildren(pages),
    context: { client },
    parseSearch,
    stringifySearch,
    // A selected step brings itself into view.
    scrollRestoration: ({ location }) => !('step' in location.search),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: PageError,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPages>;
  }
}
