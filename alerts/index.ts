export { startAlerts, type Alerts, type AlertsOptions } from './start.ts';
export { type FileInForce, type Log } from './options.ts';
export { alertsConfig, toReceivers, type AlertsConfig } from './config.ts';
export { readShippedRules } from './rule/shipped.ts';
export { createRuleBook, type RuleBook, type RuleProblem } from './rule/rule-book.ts';
export { type AlertRule } from './rule/rule.ts';
export { type Receiver } from './deliver/receivers.ts';
export { type Targets } from './deliver/targets.ts';
export { createDesk, type Desk } from './desk.ts';
