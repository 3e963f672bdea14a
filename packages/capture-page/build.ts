import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildPackage } from '../../scripts/build/build-package.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

await buildPackage(here, (outDir) =>
  build({ root: here, logLevel: 'error', build: { outDir, emptyOutDir: false } }),
);
