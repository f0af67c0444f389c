/** Entry of the ingest thread: decoding and the disk's waits stay away from the event loop of the servers. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { SpoolError } from '../spool/spool-error.ts';
import { openIngest, type Ingest } from './ingest.ts';
import type { ThreadCall, ThreadData, ThreadNews } from './messages.ts';

function serve(port: MessagePort, { settings, nowMs }: ThreadData): void {
  const tell = (news: ThreadNews, transfer: ArrayBuffer[] = []): void =>
    port.postMessage(news, transfer);
  let ingest: Ingest;
  try {
    ingest = openIngest(
      settings,
      {
        log: (level, message, fields = {}) => tell({ news: 'log', level, message, fields }),
        onLost: (spans) => tell({ news: 'lost', spans }),
      },
      nowMs,
    );
  } catch (error) {
    if (!(error instanceof SpoolError)) throw error;
    tell({ news: 'not_open', code: error.code, message: error.message });
    return;
  }
  port.on('message', (call: ThreadCall) => {
    answer(ingest, call, tell).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      tell({ news: 'failed', id: call.id, message });
    });
  });
  tell({ news: 'open', occupancy: ingest.occupancy() });
}

type Tell = (news: ThreadNews, transfer?: ArrayBuffer[]) => void;

async function answer(ingest: Ingest, call: ThreadCall, tell: Tell): Promise<void> {
  const { id } = call;
  switch (call.call) {
    case 'receive': {
      const { body, ...request } = call.request;
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
      const verdict = await ingest.receive({ ...request, body: bytes });
      tell({ news: 'verdict', id, verdict, occupancy: ingest.occupancy() });
      return;
    }
    case 'take': {
      const batch = ingest.take(call.nowMs);
      tell({ news: 'batch', id, batch }, batch === null ? [] : ownBuffers(batch.lines));
      return;
    }
    case 'drop':
      ingest.drop(call.lastId);
      tell({ news: 'done', id, occupancy: ingest.occupancy() });
      return;
    case 'ping':
      tell({ news: 'pinged', id, isWell: ingest.ping() });
      return;
    case 'close': {
      const occupancy = ingest.occupancy();
      ingest.close();
      tell({ news: 'done', id, occupancy });
    }
  }
}

/** Given away rather than copied, unless it is a part of something larger. */
function ownBuffers({ buffer, byteLength }: Buffer): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

if (parentPort !== null) serve(parentPort, workerData);
