import type { Workbench } from '@loopscope/analyzer';

import { NO_ALERTING } from './alerting.ts';
import type { StandingOrders } from './contract/index.ts';
import type { Deletions } from './deletions.ts';
import { ApiError } from './errors.ts';
import { createEventStreams } from './live/event-stream.ts';
import type { Feed } from './live/feed.ts';
import type { Watch } from './live/watch.ts';
import type { ApiOptions } from './options.ts';
import type { App, RouteContext } from './route.ts';
import { alertCountsRoute } from './routes/alert-counts.ts';
import { alertRoutes } from './routes/alerts.ts';
import { backtestRoute } from './routes/backtest.ts';
import { caseRoute } from './routes/case.ts';
import { compareRoutes } from './routes/compare.ts';
import { declarationRoutes } from './routes/declarations.ts';
import { deletionRoutes } from './routes/deletions.ts';
import { exemptionRoutes } from './routes/exemptions.ts';
import { facetsRoute } from './routes/facets.ts';
import { feedbackRoute } from './routes/feedback.ts';
import { guardRoutes } from './routes/guard.ts';
import { histogramRoutes } from './routes/histograms.ts';
import { ingestionRoute } from './routes/ingestion.ts';
import { liveRoute } from './routes/live.ts';
import { loopsRoute } from './routes/loops.ts';
import { markersRoute } from './routes/markers.ts';
import { metricsRoute } from './routes/metrics.ts';
import { overviewRoute } from './routes/overview.ts';
import { receiverRoutes } from './routes/receivers.ts';
import { ruleRoutes } from './routes/rules.ts';
import { savingsRoute } from './routes/savings.ts';
import { scanRoute } from './routes/scan.ts';
import { seriesRoute } from './routes/series.ts';
import { sessionRoute } from './routes/session.ts';
import { sessionsRoute } from './routes/sessions.ts';
import { signaturesRoute } from './routes/signatures.ts';
import { silenceRoutes } from './routes/silences.ts';
import { statusRoute } from './routes/status.ts';
import { stopRoutes } from './routes/stops.ts';
import { toolRoute } from './routes/tool.ts';
import { toolsRoute } from './routes/tools.ts';
import { turnTextsRoutes } from './routes/turn-texts.ts';
import { turnRoute } from './routes/turn.ts';
import { turnsRoute } from './routes/turns.ts';

/** What goes on between requests. */
export interface Standing {
  feed: Feed;
  /** Orders to stop sessions that are in force. */
  stops: Watch<StandingOrders>;
  deletions: Deletions;
}

/** The table of contents of the API: every route that asks for a key, a file each. */
export function addRoutes(
  app: App,
  context: RouteContext,
  { options, standing }: { options: ApiOptions; standing: Standing },
): void {
  addMetricRoutes(app, context);
  addTurnRoutes(app, context);
  addToolRoutes(app, context, options.workbench ?? null);
  addWorkbenchRoutes(app, context, options.workbench ?? null);
  addAlertRoutes(app, context, options);
  addLiveRoutes(app, context, standing);
  guardRoutes(app, context, options.ceilings ?? []);
  scanRoute(app, options.scan ?? null);
  statusRoute(app, context, options);
  ingestionRoute(app, context, options);
}

function addMetricRoutes(app: App, context: RouteContext): void {
  overviewRoute(app, context);
  seriesRoute(app, context);
  histogramRoutes(app, context);
  savingsRoute(app, context);
  facetsRoute(app, context);
  markersRoute(app, context);
}

function addTurnRoutes(app: App, context: RouteContext): void {
  turnsRoute(app, context);
  turnRoute(app, context);
  turnTextsRoutes(app, context);
  sessionsRoute(app, context);
  sessionRoute(app, context);
  loopsRoute(app, context);
  signaturesRoute(app, context);
  feedbackRoute(app, context);
}

function addToolRoutes(app: App, context: RouteContext, workbench: Workbench | null): void {
  toolsRoute(app, context);
  toolRoute(app, context, workbench);
}

/** What judges stored calls anew: not on every server. */
function addWorkbenchRoutes(app: App, context: RouteContext, workbench: Workbench | null): void {
  const bench = (): Workbench => {
    if (workbench === null) throw new ApiError('not_here');
    return workbench;
  };
  declarationRoutes(app, context, bench);
  exemptionRoutes(app, context, bench);
  compareRoutes(app, context, bench);
  backtestRoute(app, context, bench);
  caseRoute(app, bench);
}

function addAlertRoutes(app: App, context: RouteContext, options: ApiOptions): void {
  const alerting = options.alerting ?? NO_ALERTING;
  alertRoutes(app, context);
  alertCountsRoute(app, context);
  ruleRoutes(app, context, alerting);
  silenceRoutes(app, context);
  receiverRoutes(app, context, alerting);
  metricsRoute(app, context, options.ingestion, alerting);
}

function addLiveRoutes(app: App, context: RouteContext, standing: Standing): void {
  const streams = createEventStreams(app);
  liveRoute(app, standing.feed, streams);
  stopRoutes(app, context, { standing: standing.stops, streams });
  deletionRoutes(app, standing.deletions);
}
