import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Browsers with passkeys, `light-dark()` and cascade layers. */
const BROWSERS = ['chrome123', 'firefox121', 'safari17.5'];

/** Leaves out of the table of calls what the page never reads: who may call, and what else does the same. */
const callsAlone: Plugin = {
  name: 'calls-alone',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/src\/[a-z-]+\/[a-z-]+-operations\.ts$/ },
    handler: (code) =>
      code.replaceAll(/,\s*twin: (?:\{ \w+: '[^']*' \}|[A-Z_]+)/g, '').replaceAll(/\baccess: '[^']+',?/g, ''),
  },
};

/** Builds the portal for the address the server gives it, with nothing inline, as its content security policy asks. */
export default defineConfig({
  base: '/portal/',
  publicDir: false,
  plugins: [
    callsAlone,
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
