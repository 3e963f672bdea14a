import { defineConfig } from 'vite';

/** Builds the hosted page for the address the server gives it, with nothing inline, as its content security policy asks. */
export default defineConfig({
  base: '/capture/',
  publicDir: false,
  build: {
    target: ['es2019', 'safari14', 'chrome86', 'firefox78'],
    cssTarget: ['safari14', 'chrome86', 'firefox78'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    rolldownOptions: {
      // The contract's constants are wanted here, its schemas are not: without this the schema library would be in the page.
      treeshake: { manualPureFunctions: ['Type', 'literals'], moduleSideEffects: false },
      // Nodes of the release before serve only assets whose name has no dot before its ending.
      output: { chunkFileNames: ({ name }) => `assets/${name.replaceAll('.', '-')}-[hash].js` },
    },
  },
});
