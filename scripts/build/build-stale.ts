import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DEVELOPMENT_COMMAND, isDevelopment, isWhole, RUN_COMMAND } from '../weight/development.ts';
import { isBuilt } from './build-package.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Packages whose builds write declarations too, where there is a compiler. */
const WITH_TYPES = ['client'];

const lacksTypes = (name: string): boolean =>
  WITH_TYPES.includes(name) && isDevelopment(ROOT) && !existsSync(join(ROOT, 'packages', name, 'dist/types'));

/** Names the packages whose `dist` is not that of their sources. */
export async function findStale(names: readonly string[]): Promise<string[]> {
  const built = await Promise.all(names.map((name) => isBuilt(join(ROOT, 'packages', name))));
  return names.filter((name, index) => !built[index] || lacksTypes(name));
}

function refuse(name: string, reason: string): never {
  console.error(`packages/${name}/dist is not built from these sources, and ${reason}.`);
  process.exit(1);
}

/** Builds those of the named packages whose `dist` is not that of their sources; where all are, nothing is written. */
export async function buildStale(names: readonly string[]): Promise<void> {
  for (const name of await findStale(names)) {
    if (!isWhole(ROOT))
      refuse(
        name,
        `the bundler was removed after the last build: type "${RUN_COMMAND}", or "${DEVELOPMENT_COMMAND}" to build more than once`,
      );
    await import(join(ROOT, 'packages', name, 'build.ts')).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EROFS' && error.code !== 'EACCES') throw error;
      refuse(
        name,
        `nothing can be written here (${error.code}): run "npm run build" where the checkout can be written`,
      );
    });
  }
}
