import { execFileSync, spawnSync } from 'node:child_process';
import type { Account } from './children.ts';

/** Programs that trials start, with the package of Debian that brings each. */
const PACKAGES = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pg_ctl: 'postgresql',
  pgbouncer: 'pgbouncer',
} as const;

/** A program of the table. */
export type Program = keyof typeof PACKAGES;

/** Where Debian puts the programs of its newest PostgreSQL; empty without one. */
export const postgresPrograms = (): string =>
  spawnSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin'], { encoding: 'utf8' })
    .stdout.split('\n')
    .findLast(Boolean) ?? '';

const search = (): string => `/usr/sbin:/usr/bin:/sbin:/bin:${postgresPrograms()}`;

/** Names what is missing with the line that installs it; undefined where all is there. */
export function describeMissing(programs: readonly Program[]): string | undefined {
  const missing = programs.filter(
    (program) => spawnSync('sh', ['-c', `PATH=${search()} command -v ${program}`]).status !== 0,
  );
  if (missing.length === 0) return undefined;
  const packages = missing.map((program) => PACKAGES[program]);
  return `Missing: ${missing.join(', ')}. On Debian:\n  apt-get install --no-install-recommends ${packages.join(' ')}`;
}

/** What a program says of its version, in one line. */
export const versionOf = (program: Program): string =>
  execFileSync(program, [program === 'haproxy' ? '-v' : '--version'], {
    encoding: 'utf8',
    env: { PATH: search() },
  })
    .split('\n')[0]
    ?.trim() ?? '';

/** The account of PostgreSQL for root, and for anybody else their own. */
export function findAccount(): Account {
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (own.uid !== 0) return own;
  const idOf = (word: string): number =>
    Number(execFileSync('id', [word, 'postgres'], { encoding: 'utf8' }).trim());
  return { uid: idOf('-u'), gid: idOf('-g') };
}
