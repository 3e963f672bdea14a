import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Browsers with passkeys, `light-dark()` and cascade layers. */
const BROWSERS = ['chrome123', 'firefox121', 'safari17.5'];

/** Builds the portal for the address the server gives it, with nothing inline, as its content security policy asks. */
export default defineConfig({
  base: '/portal/',
  publicDir: false,
  plugins: [react(), { ...optimizeLocales.vite({ locales: ['pt-BR', 'en-US', 'es-ES'] }), enforce: 'pre' }],
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
