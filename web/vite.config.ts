import { readFileSync } from 'node:fs';

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `vite` finds the API during development. */
const API = process.env['LOOPSCOPE_API'] ?? 'http://127.0.0.1:4319';

const SHARED_PARTS =
  /\/web\/(frame\/(?!keys-list|palette-list)|format\/|text\/(frame|lists|loops|overview)|trajectory\/(attempt-chip|chips|shown-text|reveal-text|cut-text))/;

/** What libraries bring and no page uses: times and colours of scales, descriptions of schemas, style variables, charts that move as one. */
const UNUSED =
  /(zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js|recharts\/es6\/synchronisation\/useChartSynchronisation\.js|d3-(time|time-format|color)\/dist\/d3-[\w-]+\.mjs|es-toolkit\/dist\/compat\/predicate\/matches(Property)?\.mjs|\/MantineCssVariables\.mjs)$/;

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

const HELPERS_ID = 'virtual:compiled-helpers';
const HELPERS = {
  _extends: 'Object.assign',
  _objectSpread: 'Object.assign',
  _defineProperty: '(target, key, value) => ((target[key] = value), target)',
  _objectWithoutProperties: `(source, names) => {
    const rest = { ...source };
    for (const name of names) delete rest[name];
    return rest;
  }`,
  _slicedToArray: '(value, count) => (Array.isArray(value) ? value : [...value].slice(0, count))',
};
/** As a compiler writes what older browsers lack, on a line of its own in every module. */
const HELPER =
  /^function (ownKeys|_(?:objectSpread|defineProperty|toPropertyKey|toPrimitive|extends|objectWithoutProperties(?:Loose)?|slicedToArray|nonIterableRest|unsupportedIterableToArray|arrayLikeToArray|iterableToArrayLimit|arrayWithHoles))\(.*\}$/gm;

/** Recharts brings eighty copies of the same helpers; one is enough. */
const shareHelpers: Plugin = {
  name: 'share-helpers',
  enforce: 'pre',
  resolveId: (id) => (id === HELPERS_ID ? `\0${HELPERS_ID}` : null),
  load: (id) =>
    id === `\0${HELPERS_ID}`
      ? Object.entries(HELPERS)
          .map(([name, text]) => `export const ${name} = ${text};`)
          .join('\n')
      : null,
  transform(code, id) {
    if (!id.includes('/recharts/es6/')) return null;
    const text = code.replaceAll(HELPER, '');
    const names = Object.keys(HELPERS).filter((name) => new RegExp(`\\b${name}\\(`).test(text));
    if (text === code || names.length === 0) return null;
    return { code: `import { ${names.join(', ')} } from '${HELPERS_ID}';\n${text}`, map: null };
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [leaveOutUnused, shareHelpers, react()],
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
