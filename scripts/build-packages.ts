import { join, resolve } from 'node:path';
import { isBuilt } from './build/build-package.ts';

const ROOT = resolve(import.meta.dirname, '..');
const ALL = ['capture-page', 'web-sdk', 'client'];

/** Builds those of the named packages, or of all that are built, whose `dist` is not that of their sources; where all are, nothing is written. */
async function buildStale(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const directory = join(ROOT, 'packages', name);
    if (await isBuilt(directory)) continue;
    await import(join(directory, 'build.ts')).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EROFS' && error.code !== 'EACCES') throw error;
      console.error(
        `packages/${name}/dist is not built from these sources, and nothing can be written here (${error.code}): run "npm run build" where the checkout can be written.`,
      );
      process.exit(1);
    });
  }
}

await buildStale(process.argv.length > 2 ? process.argv.slice(2) : ALL);
