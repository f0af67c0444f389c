#!/usr/bin/env node
// The pool is made at its first use, so this stands before every import: each running statement of the
// embedded store holds one of its threads, and four are too few beside files and compression.
process.env['UV_THREADPOOL_SIZE'] ??= '16';
// Read when the engine is loaded: its allocator gives memory back at once, as a guest on a laptop should.
if (process.argv[2] === 'demo') process.env['JE_MALLOC_CONF'] ??= 'dirty_decay_ms:0';

const { main } = await import('./main.ts');
await main(process.argv.slice(2));
