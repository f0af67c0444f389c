export { loadConfig, ConfigError, type Config, type ConfigSource } from './config.ts';
export { ROLES, type Role } from './roles.ts';
export { startLoopscope, type Addresses, type Running, type StartOptions } from './start.ts';
export { createLog, type Log, type LogStream } from './log.ts';
export { importFiles, type ImportOptions, type ImportSummary } from './import/import-files.ts';
export { planDay, createLivePlan, type DayOptions } from './fleet/plan.ts';
export { type PlannedTurn } from './fleet/planner.ts';
export { createFleet, type Backfill, type Fleet, type FleetOptions } from './fleet/run-fleet.ts';
