import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { type PortalOperation, portalOperations } from '@titular/contract/portal-operations';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Browsers with passkeys, `light-dark()` and cascade layers. */
const BROWSERS = ['chrome123', 'firefox121', 'safari17.5'];

const TABLE = '/contract/src/portal/portal-operations.ts';

/** A call as the page sends it; who may make it and which command does the same are read by server and documentation alone (P51). */
const sentAs = ([name, row]: [string, PortalOperation]): [string, object] => {
  const { method, path, isConditional, isPatient } = row;
  return [name, { method, path, isConditional, isPatient }];
};

/** Puts in the place of the contract's table of calls what the page reads of it. */
const narrowCalls: Plugin = {
  name: 'narrow-calls',
  enforce: 'pre',
  load: (id) =>
    id.endsWith(TABLE)
      ? `export const portalOperations = ${JSON.stringify(Object.fromEntries(Object.entries(portalOperations).map(sentAs)))};`
      : undefined,
};

/** Builds the portal for the address the server gives it, with nothing inline, as its content security policy asks. */
export default defineConfig({
  base: '/portal/',
  publicDir: false,
  plugins: [
    narrowCalls,
    react(),
    { ...optimizeLocales.vite({ locales: ['pt-BR', 'en-US', 'es-ES'] }), enforce: 'pre' },
  ],
  build: {
    target: BROWSERS,
    cssTarget: BROWSERS,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    rolldownOptions: {
      // The contract's tables are wanted here, its schemas are not: without this the schema library would be in the page.
      treeshake: { manualPureFunctions: ['Type', 'literals'] },
      output: {
        chunkFileNames: ({ name }) => `assets/${name.replaceAll('.', '-')}-[hash].js`,
        // Each stage of the start is one chunk with all that it imports: small shared chunks compress worse, and each is named in every list of what to fetch ahead (P51).
        codeSplitting: {
          groups: [
            // The page for receipts has times too, and nothing else of what pages with a session share.
            { name: 'main', test: /\/portal\/src\/(main\.tsx|ui\/time-words\.ts)$/, priority: 2 },
            { name: 'app', test: /\/portal\/src\/app\.tsx$/, priority: 1 },
            // What every list takes: rows, pages of them, and the times and icons in them.
            {
              name: 'lists',
              test: /\/portal\/src\/lists\/(?:row-list|use-pages|use-is-wide|is-plain-press)\.tsx?$/,
            },
          ],
        },
      },
    },
  },
});
