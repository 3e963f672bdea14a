import { copyFile, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackage } from '../../scripts/build/build-package.ts';
import { compileSource } from '../../scripts/pack/compile-source.ts';
import manifest from './package.json' with { type: 'json' };

const here = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(here, '../..');
/** Parts of the example that a project takes over as they stand; its page is about the repository. */
const OF_THE_EXAMPLE = ['src', 'public'];
/** First version of Node.js that runs TypeScript without an option. */
const RUNS_TYPESCRIPT = '>=22.18';

/** A project's package.json; `npm start` runs its one program. */
const projectManifest = (start: string): string =>
  `${JSON.stringify(
    {
      ...{ name: 'project', version: '0.0.0', private: true, type: 'module' },
      engines: { node: RUNS_TYPESCRIPT },
      scripts: { start },
      dependencies: { '@titular/client': manifest.version },
    },
    null,
    2,
  )}\n`;

async function buildTemplates(templates: string): Promise<void> {
  await cp(join(here, 'template'), templates, { recursive: true });
  for (const part of OF_THE_EXAMPLE)
    await cp(join(ROOT, 'examples/shop', part), join(templates, 'shop', part), { recursive: true });
  await writeFile(join(templates, 'shop/package.json'), projectManifest('node src/main.ts'));
  await writeFile(
    join(templates, 'receiver/package.json'),
    projectManifest('node --env-file=.env src/receiver.ts'),
  );
}

await buildPackage(here, async (dist) => {
  for (const name of await readdir(join(here, 'src'))) {
    const { code } = compileSource(await readFile(join(here, 'src', name), 'utf8'));
    const isProgram = name === 'main.ts';
    await writeFile(join(dist, name.replace(/\.ts$/, '.js')), code, { mode: isProgram ? 0o755 : 0o644 });
  }
  await mkdir(join(dist, 'template'));
  await buildTemplates(join(dist, 'template'));
  await copyFile(join(ROOT, 'LICENSE'), join(dist, 'LICENSE'));
});
