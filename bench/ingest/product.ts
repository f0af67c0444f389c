/** The product in a process of its own, which tells its parent how it does: `node product.ts FOLDER`. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

import { loadConfig, startLoopscope } from '@loopscope/cli';

import { createThreadClock, type ThreadCpu } from './thread-cpu.ts';

/** What the parent asks for, one word each. */
export type Question = 'begin' | 'report' | 'close';

export interface Report {
  cpuMs: number;
  threadCpuMs: ThreadCpu;
  rssBytes: number;
  loopLagMs: { p50: number; p99: number; max: number };
}

export interface Ready {
  ui: string;
  otlpHttp: string;
}

const folder = process.argv[2] ?? '.';
const lag = monitorEventLoopDelay({ resolution: 5 });
const product = await startLoopscope(
  loadConfig({
    cwd: folder,
    env: {
      LOOPSCOPE_DATA_DIR: folder,
      LOOPSCOPE_HTTP_PORT: '0',
      LOOPSCOPE_OTLP_HTTP_PORT: '0',
      LOOPSCOPE_OTLP_GRPC_PORT: '0',
    },
  }),
  { log: (level, message, fields) => level !== 'info' && console.error(level, message, fields) },
);
let peakRss = 0;
setInterval(() => (peakRss = Math.max(peakRss, process.memoryUsage.rss())), 500).unref();
let cpuAtBegin = process.cpuUsage();
const threads = createThreadClock();

process.on('message', (question: Question) => {
  if (question === 'begin') {
    cpuAtBegin = process.cpuUsage();
    threads.begin();
    peakRss = process.memoryUsage.rss();
    lag.enable();
    lag.reset();
  } else if (question === 'report') process.send?.(report());
  else void product.close().then(() => process.exit(0));
});
const { ui, otlpHttp } = product.addresses;
process.send?.({ ui, otlpHttp });

function report(): Report {
  const { user, system } = process.cpuUsage(cpuAtBegin);
  const ms = (ns: number): number => Math.round(ns / 1e5) / 10;
  return {
    cpuMs: (user + system) / 1_000,
    threadCpuMs: threads.spent(),
    rssBytes: peakRss,
    loopLagMs: { p50: ms(lag.percentile(50)), p99: ms(lag.percentile(99)), max: ms(lag.max) },
  };
}
