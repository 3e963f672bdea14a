import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildPackage } from '../../scripts/build/build-package.ts';
import { compressFiles } from '../../scripts/build/compress-files.ts';
import manifest from './package.json' with { type: 'json' };

const here = fileURLToPath(new URL('.', import.meta.url));

/** Each file that is made, from what, and for which kind of page. */
const BUILDS = [
  { entry: 'index.ts', file: 'titular.mjs', format: 'es' },
  { entry: 'script-tag.ts', file: 'titular.js', format: 'iife' },
  { entry: 'preflight.ts', file: 'preflight.mjs', format: 'es' },
  { entry: 'preflight-script-tag.ts', file: 'preflight.js', format: 'iife' },
  { entry: 'compatible-assets.ts', file: 'compatible-assets.js', format: 'iife' },
] as const;

async function buildFile({ entry, file, format }: (typeof BUILDS)[number], outDir: string): Promise<void> {
  await build({
    root: here,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      target: ['es2019', 'safari14', 'chrome86', 'firefox78'],
      outDir,
      emptyOutDir: false,
      minify: 'oxc',
      lib: { entry: join(here, 'src', entry), formats: [format], name: 'titularBuild', fileName: () => file },
      // Of the contract its constants alone are wanted, without the schema library.
      rolldownOptions: {
        treeshake: { manualPureFunctions: ['Type', 'literals'], moduleSideEffects: false },
        // The name of the library format would leave modules unminified.
        output: { minify: true, comments: false },
      },
    },
  });
}

await buildPackage(here, async (dist) => {
  for (const build of BUILDS) await buildFile(build, dist);
  await copyFile(join(here, 'src/compatible-assets.css'), join(dist, 'compatible-assets.css'));
  await writeFile(
    join(dist, 'manifest.json'),
    JSON.stringify({ name: 'titular', version: manifest.version }),
  );
  await compressFiles(dist);
});
