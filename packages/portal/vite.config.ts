import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Browsers with passkeys, `light-dark()` and cascade layers. */
const BROWSERS = ['chrome123', 'firefox121', 'safari17.5'];

/** Tables of calls, and what of a row only server, documentation and tests read. */
const TABLES = /\/contract\/src\/[\w-]+\/[\w-]+-operations\.ts$/;
const UNREAD =
  /\b(?:twin: (?:\{\s*\w+: (?:'[^']*'|"[^"]*"),?\s*\}|[A-Z_]+)|access: '[\w:-]+'|stepUp: true)(?:,|(?=\s*\}))/g;

/** Leaves out of the tables of calls who may make a call and what its twin is: nobody reads it in a browser (P51). */
const leanTables = {
  name: 'lean-tables',
  enforce: 'pre' as const,
  transform: (code: string, id: string) => (TABLES.test(id) ? code.replace(UNREAD, '') : undefined),
};

/** Builds the portal for the address the server gives it, with nothing inline, as its content security policy asks. */
export default defineConfig({
  base: '/portal/',
  publicDir: false,
  plugins: [
    leanTables,
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
