import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Every file of the repository, new ones included that are not committed yet. */
export const tracked: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter(Boolean);

/** Text of a tracked file. */
export const read = (file: string): string => readFileSync(file, 'utf8');

/** Source files of packages, journeys and benches. */
export const sources: readonly string[] = tracked.filter((file) =>
  /^(packages\/[a-z-]+|journeys|bench)\/src\/.*\.ts$/.test(file),
);

/** Source files of the service that runs: the server and the database it embeds. */
export const serverSources: readonly string[] = sources.filter((file) =>
  /^packages\/(server|embedded-postgres)\/src\//.test(file),
);

/** Source files of everything an operator starts: the service, its command line and its lab. */
export const programSources: readonly string[] = sources.filter((file) =>
  /^packages\/(server|embedded-postgres|cli|lab)\/src\//.test(file),
);

/** Files of tests. */
export const tests: readonly string[] = tracked.filter((file) => file.endsWith('.test.ts'));

const OWN = /^@titular\/(server|cli|lab|embedded-postgres)\/(.+)$/;

/** An import as it stands: the file it names, and whether it is gone at run time, and whether it is loaded only when needed. */
export type Import = { target: string; isType: boolean; isLazy: boolean };

/** Files of the program that a file imports, statically or when needed. */
export function importsOf(file: string): Import[] {
  const found = read(file).matchAll(
    /^(?:import|export)\s(type\s)?[^;]*?from '([^']+)'|\bimport\('([^']+)'\)/gms,
  );
  return [...found].flatMap(([, type, fixed, lazy]) => {
    const name = fixed ?? lazy ?? '';
    const [, pkg, path] = OWN.exec(name) ?? [];
    const kind = { isType: type !== undefined, isLazy: fixed === undefined };
    if (pkg) return [{ target: `packages/${pkg}/src/${path}`, ...kind }];
    if (!name.startsWith('.')) return [];
    return [{ target: new URL(name, `file:///${file}`).pathname.slice(1), ...kind }];
  });
}
