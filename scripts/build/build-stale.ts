import { join, resolve } from 'node:path';
import { isBuilt } from './build-package.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Names the packages whose `dist` is not that of their sources. */
export async function findStale(names: readonly string[]): Promise<string[]> {
  const built = await Promise.all(names.map((name) => isBuilt(join(ROOT, 'packages', name))));
  return names.filter((_, index) => !built[index]);
}

/** Builds those of the named packages whose `dist` is not that of their sources; where all are, nothing is written. */
export async function buildStale(names: readonly string[]): Promise<void> {
  for (const name of await findStale(names)) {
    await import(join(ROOT, 'packages', name, 'build.ts')).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EROFS' && error.code !== 'EACCES') throw error;
      console.error(
        `packages/${name}/dist is not built from these sources, and nothing can be written here (${error.code}): run "npm run build" where the checkout can be written.`,
      );
      process.exit(1);
    });
  }
}
