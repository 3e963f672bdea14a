import { execFileSync, spawnSync } from 'node:child_process';

/** Where Debian puts the programs of its newest PostgreSQL; undefined without one. */
export const postgresPrograms = (): string | undefined =>
  spawnSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin'], { encoding: 'utf8' })
    .stdout.split('\n')
    .findLast(Boolean);

/** Where programs are looked for, those of administrators and of PostgreSQL among them. */
export const programPath = (): string => `/usr/sbin:/usr/bin:/sbin:/bin:${postgresPrograms() ?? ''}`;

/** Whether a program is there, on the path of this process or where Debian puts it. */
export const hasProgram = (program: string): boolean =>
  spawnSync('sh', ['-c', `PATH=$PATH:${programPath()} command -v ${program}`]).status === 0;

/** The line that installs the packages of Debian which bring these programs. */
export const installLine = <Program extends string>(
  packages: Readonly<Record<Program, string>>,
  missing: readonly Program[],
): string =>
  `  apt-get install --no-install-recommends ${[...new Set(missing.map((one) => packages[one]))].join(' ')}`;

/** The user and group that a program runs as. */
export type Account = { uid: number; gid: number };

/** The account of PostgreSQL for root, whom it refuses, and for anybody else their own. */
export function findPostgresAccount(): Account {
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (own.uid !== 0) return own;
  const idOf = (word: string): number =>
    Number(execFileSync('id', [word, 'postgres'], { encoding: 'utf8' }).trim());
  return { uid: idOf('-u'), gid: idOf('-g') };
}
