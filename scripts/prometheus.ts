import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

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
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('installing prometheus and prometheus-alertmanager for the tests (apt-get)');
    const options = {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    } as const;
    const packages = ['prometheus', 'prometheus-alertmanager'];
    spawnSync('apt-get', ['update', '-qq'], options);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
  }
  const installed = find(program);
  if (installed !== undefined) return installed;
  throw new Error(
    'The tests of alerts need Prometheus and Alertmanager: install them (Debian: apt-get install prometheus prometheus-alertmanager).',
  );
}
