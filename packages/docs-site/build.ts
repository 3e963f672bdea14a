import { fileURLToPath } from 'node:url';
import { buildPackage } from '../../scripts/build/build-package.ts';
import { compressFiles } from '../../scripts/build/compress-files.ts';
import { buildSite } from '../../scripts/site/build-site.ts';
import { bundleConsole } from './src/build/bundle-console.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

await buildPackage(here, async (outDir) => {
  await buildSite(outDir);
  await bundleConsole(outDir);
  await compressFiles(outDir);
});
