/** Entry of the analyzer's thread: reading and resolving stay away from the event loop of the servers. */
import { borrowStore } from '@loopscope/sql';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';

import { errorText } from '../failure.ts';
import { startAnalyzer } from '../start-analyzer.ts';
import type { ThreadCall, ThreadData, ThreadNews } from './messages.ts';

function serve(port: MessagePort, { settings, lent, storePort, ...clock }: ThreadData): void {
  const tell = (news: ThreadNews): void => port.postMessage(news);
  const analyzer = startAnalyzer({
    ...settings,
    store: borrowStore(lent, storePort),
    now: () => Date.now() + clock.aheadMs,
    workedMs,
    log: (...entry) => tell({ news: 'log', entry }),
  });
  const answer = async ({ call, id }: Exclude<ThreadCall, { call: 'clock' }>): Promise<void> => {
    if (call === 'drain') return tell({ news: 'done', id, traces: await analyzer.drain() });
    await analyzer.close();
    tell({ news: 'done', id, traces: 0 });
  };
  port.on('message', (call: ThreadCall) => {
    if (call.call === 'clock') {
      clock.aheadMs = call.aheadMs;
      return;
    }
    answer(call).catch((error: unknown) => {
      tell({ news: 'failed', id: call.id, message: errorText(error) });
    });
  });
}

/** Of processor in this thread. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

if (parentPort !== null) serve(parentPort, workerData);
