export { startApi } from './server.ts';
export { type Scan, type Scanned, type ScannedTurn } from './scanning.ts';
export { type Api, type ApiOptions } from './options.ts';
