import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = join(here, 'dist');

/** The declarations that name nothing outside the package; the others stay behind. */
const DECLARATIONS = ['index', 'sdk-api', 'types', 'titular-error', 'preflight'];

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
