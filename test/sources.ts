import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Import, importsIn } from '../scripts/figures/imports.ts';

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

/** Source files of packages, journeys, benches and trials. */
export const sources: readonly string[] = tracked.filter((file) =>
  /^(packages\/[a-z-]+|journeys|bench|cluster)\/src\/.*\.tsx?$/.test(file),
);

/** Source files of the service that runs: the server, the face engine and the database it embeds. */
export const serverSources: readonly string[] = sources.filter((file) =>
  /^packages\/(server|face-engine|embedded-postgres)\/src\//.test(file),
);

/** Source files of everything an operator starts: the service, its command line and its lab. */
export const programSources: readonly string[] = sources.filter((file) =>
  /^packages\/(server|face-engine|embedded-postgres|cli|lab)\/src\//.test(file),
);

/** Files of tests. */
export const tests: readonly string[] = tracked.filter((file) => file.endsWith('.test.ts'));

/** Of what an import names, the files of the program. */
const OWN = /^packages\/(?:server|face-engine|cli|lab|embedded-postgres)\/src\//;

/** Files of the program that a file imports, statically or when needed. */
export const importsOf = (file: string): Import[] =>
  importsIn(file, read(file)).filter(({ target }) => OWN.test(target));
