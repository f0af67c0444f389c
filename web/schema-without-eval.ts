import { config } from 'zod';

/** Compiled schemas need `new Function`, which the content policy forbids; without it nothing is even tried. */
config({ jitless: true });
