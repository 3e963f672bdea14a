import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildPackage } from '../../scripts/build/build-package.ts';
import { isDevelopment } from '../../scripts/weight/development.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** One module for all platforms, readable, because back ends print the lines of its stack. */
async function buildModule(dist: string): Promise<void> {
  await build({
    root: here,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      target: 'es2022',
      outDir: dist,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        // The names of sources that the package does not have.
        experimental: { attachDebugInfo: 'none' },
        // An editor shows those of the declarations.
        output: { comments: false },
      },
      lib: { entry: join(here, 'src/index.ts'), formats: ['es'], fileName: () => 'index.js' },
    },
  });
}

/** A declaration for each source, each naming the others as the files they are here. */
async function buildTypes(dist: string): Promise<void> {
  const raw = join(dist, 'declarations');
  const types = join(dist, 'types');
  const config = join(dist, 'tsconfig.json');
  const root = join(here, '../..');
  await writeFile(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      files: [join(here, 'src/index.ts')],
      include: [],
      compilerOptions: { types: [] },
    }),
  );
  const flags = ['--declaration', '--emitDeclarationOnly', '--noEmit', 'false', '--outDir', raw];
  execFileSync('tsc', ['-p', config, '--rootDir', join(here, 'src'), ...flags], { stdio: 'inherit' });
  const names = (await readdir(raw, { recursive: true })).filter((name) => name.endsWith('.d.ts'));
  for (const name of names) {
    const text = await readFile(join(raw, name), 'utf8');
    await mkdir(join(types, dirname(name)), { recursive: true });
    await writeFile(join(types, name), text.replace(/(from '\.\.?\/[\w./-]+)\.ts'/g, "$1.js'"));
  }
  await rm(raw, { recursive: true });
  await rm(config);
}

await buildPackage(here, async (dist) => {
  await buildModule(dist);
  // The compiler is part of an installation for development alone, as is everything that reads declarations.
  if (isDevelopment(join(here, '../..'))) await buildTypes(dist);
  await copyFile(join(here, '../../LICENSE'), join(dist, 'LICENSE'));
});
