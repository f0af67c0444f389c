import { readFileSync } from 'node:fs';

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `vite` finds the API during development. */
const API = process.env['LOOPSCOPE_API'] ?? 'http://127.0.0.1:4319';

const SHARED_PARTS =
  /\/web\/(frame\/(?!keys-list|palette-list)|format\/|text\/(frame|lists|loops|overview)|trajectory\/(attempt-chip|chips|shown-text|reveal-text|cut-text))/;

/** What libraries bring and no page uses: times and colours of scales, descriptions of schemas, style variables. */
const UNUSED =
  /(zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js|d3-(time|time-format|color)\/dist\/d3-[\w-]+\.mjs|es-toolkit\/dist\/compat\/predicate\/matches(Property)?\.mjs|\/MantineCssVariables\.mjs)$/;

/** Leaves their names, which other parts of the libraries mention and never call. */
const leaveOutUnused: Plugin = {
  name: 'leave-out-unused',
  enforce: 'pre',
  load: (id) => (UNUSED.test(id) ? readNames(id).map(toEmptyFunction).join('\n') : null),
};

function readNames(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const declared = [...text.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
  const listed = [...text.matchAll(/^export \{([^}]+)\}/gm)].flatMap(([, list = '']) =>
    list.split(',').map((one) =>
      one
        .trim()
        .split(/\s+as\s+/)
        .at(-1),
    ),
  );
  return [...new Set([...declared, ...listed])].flatMap((name) => name || []);
}

const toEmptyFunction = (name: string): string =>
  name === 'default' ? 'export default function () {}' : `export function ${name}() {}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [leaveOutUnused, react()],
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
