import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackage } from '../../scripts/build/build-package.ts';
import { compressFiles } from '../../scripts/build/compress-files.ts';
import { buildPage } from './build-page.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

await buildPackage(here, async (outDir) => {
  await buildPage({ outDir, emptyOutDir: false });
  await compressFiles(join(outDir, 'assets'));
});
