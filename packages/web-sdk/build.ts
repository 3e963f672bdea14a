import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import manifest from './package.json' with { type: 'json' };

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = join(here, 'dist');

/** Each file that is made, from what, and for which kind of page. */
const BUILDS = [
  { entry: 'index.ts', file: 'titular.mjs', format: 'es' },
  { entry: 'script-tag.ts', file: 'titular.js', format: 'iife' },
  { entry: 'preflight.ts', file: 'preflight.mjs', format: 'es' },
  { entry: 'preflight-script-tag.ts', file: 'preflight.js', format: 'iife' },
  { entry: 'compatible-assets.ts', file: 'compatible-assets.js', format: 'iife' },
] as const;

/** The declarations that name nothing outside the package; the others stay behind. */
const DECLARATIONS = ['index', 'doors', 'types', 'titular-error', 'preflight'];

async function buildFile({ entry, file, format }: (typeof BUILDS)[number]): Promise<void> {
  await build({
    root: here,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      target: ['es2019', 'safari14', 'chrome80', 'firefox78'],
      outDir: dist,
      emptyOutDir: false,
      minify: 'oxc',
      lib: { entry: join(here, 'src', entry), formats: [format], name: 'titularBuild', fileName: () => file },
      // Of the contract its constants alone are wanted, without the schema library.
      rolldownOptions: {
        treeshake: { manualPureFunctions: ['Type', 'literals'], moduleSideEffects: ['index.ts'] },
      },
    },
  });
}

async function buildDeclarations(): Promise<void> {
  const raw = join(dist, 'declarations');
  const flags = ['--declaration', '--emitDeclarationOnly', '--noEmit', 'false', '--outDir', raw];
  const root = join(here, '../..');
  const config = join(dist, 'tsconfig.json');
  await writeFile(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      files: [join(here, 'src/index.ts'), join(here, 'src/preflight.ts')],
      include: [],
    }),
  );
  execFileSync('tsc', ['-p', config, '--rootDir', root, ...flags], { stdio: 'inherit' });
  await mkdir(join(dist, 'types'), { recursive: true });
  for (const name of DECLARATIONS) {
    const text = await readFile(join(raw, 'packages/web-sdk/src', `${name}.d.ts`), 'utf8');
    await writeFile(join(dist, 'types', `${name}.d.ts`), text.replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
  await rm(raw, { recursive: true });
  await rm(config);
}

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
for (const wanted of BUILDS) await buildFile(wanted);
await copyFile(join(here, 'src/compatible-assets.css'), join(dist, 'compatible-assets.css'));
await writeFile(join(dist, 'manifest.json'), JSON.stringify({ name: 'titular', version: manifest.version }));
await buildDeclarations();
