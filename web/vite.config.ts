import { readFileSync } from 'node:fs';

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `vite` finds the API during development. */
const API = process.env['LOOPSCOPE_API'] ?? 'http://127.0.0.1:4319';

const SHARED_PARTS =
  /\/web\/(frame\/(?!keys-list|palette-list)|format\/|text\/(frame|lists|loops|overview)|trajectory\/(attempt-chip|chips|shown-text|reveal-text))/;

/** The page parses answers and describes no schema: the part of the schema library that does stays out of the bundle. */
const leaveOutJsonSchema: Plugin = {
  name: 'leave-out-json-schema',
  enforce: 'pre',
  load(id) {
    if (!/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return null;
    const names = readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm);
    return [...names].map(([, name]) => `export const ${name} = () => undefined;`).join('\n');
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [leaveOutJsonSchema, react()],
  build: {
    target: 'baseline-widely-available',
    // Kept as written: lowered, `light-dark()` would not follow the attribute that sets the scheme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The content policy forbids data: scripts, and the preload helper would be an inline one.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // Parts that most pages share come in one piece, not in a dozen of a few hundred bytes.
        codeSplitting: { groups: [{ name: 'parts', test: SHARED_PARTS }] },
      },
      // Libraries mark modules for server rendering; a client bundle drops the marks.
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
  server: { proxy: { '/api': API } },
});
