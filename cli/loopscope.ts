#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// The pool is made at its first use, so this stands before every import: each running statement of the
// embedded store holds one of its threads, and four are too few beside files and compression.
process.env['UV_THREADPOOL_SIZE'] ??= '16';
// Read when the engine is loaded: its allocator gives memory back at once, as a guest on a laptop should.
if (process.argv[2] === 'demo') process.env['JE_MALLOC_CONF'] ??= 'dirty_decay_ms:0';
// A start takes half the time when the code of the last one is kept.
enableCompileCache();

const { main } = await import('./main.ts');
await main(process.argv.slice(2));
