import { existsSync } from 'node:fs';

import { tryAptGet } from './apt-get.ts';

/** Programs of Debian's packages `prometheus` and `prometheus-alertmanager`, wherever they are installed. */
const PROGRAMS = {
  promtool: ['/usr/bin/promtool', '/usr/local/bin/promtool', '/opt/homebrew/bin/promtool'],
  prometheus: ['/usr/bin/prometheus', '/usr/local/bin/prometheus', '/opt/homebrew/bin/prometheus'],
  alertmanager: [
    '/usr/bin/prometheus-alertmanager',
    '/usr/local/bin/alertmanager',
    '/opt/homebrew/bin/alertmanager',
  ],
} as const;
export type PrometheusProgram = keyof typeof PROGRAMS;

const find = (program: PrometheusProgram): string | undefined =>
  PROGRAMS[program].find((place) => existsSync(place));

/** Path of a program, installed from Debian's packages where we may; throws one line that says what to install. */
export function ensurePrometheus(program: PrometheusProgram): string {
  const found = find(program);
  if (found !== undefined) return found;
  tryAptGet(
    ['prometheus', 'prometheus-alertmanager'],
    'prometheus and prometheus-alertmanager for the tests',
  );
  const installed = find(program);
  if (installed !== undefined) return installed;
  throw new Error(
    'The tests of alerts need Prometheus and Alertmanager: install them (Debian: apt-get install prometheus prometheus-alertmanager).',
  );
}
