import { buildWebIfStale } from '@loopscope/web/build';

// A process of its own: the builder's memory is given back when it is done.
const directory = await buildWebIfStale();
process.stdout.write(`\n${JSON.stringify({ directory })}\n`);
