export { startApi } from './server.ts';
export { type Api, type ApiOptions } from './options.ts';
