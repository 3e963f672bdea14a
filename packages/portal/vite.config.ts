import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Browsers with passkeys, `light-dark()` and cascade layers. */
const BROWSERS = ['chrome123', 'firefox121', 'safari17.5'];

/** What the table of calls says of each besides method and path: who may, and which command does the same. The page reads none of it. */
const NOT_OF_THE_PAGE =
  /,\s*(?:twin: (?:\{[^{}]*\}|[A-Z_]+)|access: '[^']*'|(?:stepUp|whileLocked|whileEnrolling): true)/g;

/** Leaves in the table of calls what the page reads. */
const narrowCalls: Plugin = {
  name: 'narrow-calls',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/src\/.*-operations\.ts$/ },
    handler: (code) => code.replaceAll(NOT_OF_THE_PAGE, ''),
  },
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
      output: { chunkFileNames: ({ name }) => `assets/${name.replaceAll('.', '-')}-[hash].js` },
    },
  },
});
