export { startAlerts, type Alerts, type AlertsOptions, type Log } from './start.ts';
export { alertsConfig, toReceivers, toRules, type AlertsConfig } from './config.ts';
export { SHIPPED_RULES } from './shipped.ts';
export { describeRule, type AlertRule } from './rule.ts';
export { type Receiver } from './deliver/receiver.ts';
