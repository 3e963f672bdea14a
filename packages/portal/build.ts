import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildPackage } from '../../scripts/build/build-package.ts';
import { compressFiles } from '../../scripts/build/compress-files.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

await buildPackage(here, async (outDir) => {
  await build({ root: here, logLevel: 'error', build: { outDir, emptyOutDir: false } });
  await compressFiles(join(outDir, 'assets'));
});
