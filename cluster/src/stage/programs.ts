import { execFileSync } from 'node:child_process';
import { hasProgram, installLine, programPath } from '../../../scripts/debian-programs.ts';

/** Programs that trials start, with the package of Debian that brings each. */
const PACKAGES = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pg_ctl: 'postgresql',
  pgbouncer: 'pgbouncer',
  pgbackrest: 'pgbackrest',
  faketime: 'faketime',
  strace: 'strace',
  ip: 'iproute2',
  nft: 'nftables',
} as const;

/** A program of the table. */
export type Program = keyof typeof PACKAGES;

/** Names what is missing with the line that installs it; undefined where all is there. */
export function describeMissing(programs: readonly Program[]): string | undefined {
  const missing = programs.filter((program) => !hasProgram(program));
  if (missing.length === 0) return undefined;
  return `Missing: ${missing.join(', ')}. On Debian:\n${installLine(PACKAGES, missing)}`;
}

/** Words by which programs tell their version, where `--version` is none. */
const VERSION_WORDS: Readonly<Partial<Record<Program, string>>> = {
  haproxy: '-v',
  ip: '-V',
  pgbackrest: 'version',
};

/** What a program says of its version, in one line. */
export const versionOf = (program: Program): string =>
  execFileSync(program, [VERSION_WORDS[program] ?? '--version'], {
    encoding: 'utf8',
    env: { PATH: programPath() },
  })
    .split('\n')
    .find(Boolean)
    ?.trim() ?? '';
