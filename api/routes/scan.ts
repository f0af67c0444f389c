import { z } from 'zod';

import { scanAnswer, scanQuery } from '../contract/index.ts';
import { ApiError } from '../errors.ts';
import { presentLoop } from '../present/loop.ts';
import { presentSavings } from '../present/saving.ts';
import { presentSteps } from '../present/steps.ts';
import { presentHints, presentTurn } from '../present/turn.ts';
import type { App } from '../route.ts';
import type { Scan, ScannedTurn } from '../scanning.ts';

/** As much as a person drops on a page; larger recordings are for the command line. */
const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

/** Recorded runs in the body -> their trajectories, judged; nothing of them is stored. */
export function scanRoute(app: App, scan: Scan | null): void {
  void app.register(async (own: App) => {
    own.removeAllContentTypeParsers();
    // The text is read as it is, whatever it is called: its form is seen from its first record.
    own.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body);
    });
    own.post(
      '/api/v1/scan',
      {
        schema: {
          summary:
            'Judges recorded runs in the body (OTLP/JSON, chats, plain runs) and stores nothing',
          consumes: ['text/plain', 'application/json', 'application/x-ndjson'],
          querystring: scanQuery,
          body: z.string(),
          response: { 200: scanAnswer },
        },
        bodyLimit: BODY_LIMIT_BYTES,
      },
      async (request) => {
        if (scan === null) throw new ApiError('not_here');
        const { found, turns, problems } = await scan(request.body, request.query.limit);
        if (found === 0) {
          const [why = 'nothing of the forms OTLP/JSON, chat or plain run'] = problems.map(
            (problem) => `${problem.where}: ${problem.why}`,
          );
          throw new ApiError('invalid_query', `There is no recorded run in this text (${why}).`);
        }
        return { found, turns: turns.map(presentScanned), problems: [...problems] };
      },
    );
  });
}

function presentScanned({ turn, steps, loops, savings }: ScannedTurn) {
  return {
    turn: presentTurn(turn),
    hints: presentHints(turn),
    steps: presentSteps(steps),
    loops: loops.map((loop) => presentLoop(loop, [])),
    savings: presentSavings(savings),
  };
}
