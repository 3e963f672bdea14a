import { spawnSync } from 'node:child_process';

/** Programs that tests here run, with the package of Debian that brings each; kubectl comes from its own repository before Debian 13. */
const PACKAGES = {
  'systemd-analyze': 'systemd',
  haproxy: 'haproxy',
  nginx: 'nginx-light',
  caddy: 'caddy',
  openssl: 'openssl',
  kubectl: 'kubernetes-client',
  buildah: 'buildah',
  mmdebstrap: 'mmdebstrap',
  crun: 'crun',
  prometheus: 'prometheus',
  promtool: 'prometheus',
  git: 'git',
  pg_ctl: 'postgresql',
  pgbackrest: 'pgbackrest',
  'swift-object-server': 'swift swift-account swift-container swift-object',
  'swift-proxy-server': 'swift-proxy',
  memcached: 'memcached',
} as const;

/** A program of the table. */
export type Program = keyof typeof PACKAGES;

/** Where Debian puts the programs of its newest PostgreSQL; undefined without one. */
export const postgresPrograms = (): string | undefined =>
  spawnSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin'], { encoding: 'utf8' })
    .stdout.split('\n')
    .findLast(Boolean);

/** Whether a program is there; `command -v` finds those of administrators, too. */
export const has = (program: Program): boolean =>
  spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin:/sbin:${postgresPrograms()} command -v ${program}`]).status ===
  0;

/** Names what is missing with the line that installs it, and nothing where all is there. */
export function describeMissing(): string[] {
  const missing = (Object.keys(PACKAGES) as Program[]).filter((program) => !has(program));
  if (missing.length === 0) return [];
  const packages = new Set(missing.map((program) => PACKAGES[program]));
  return [
    `Skipped for want of: ${missing.join(', ')}. On Debian:`,
    `  apt-get install --no-install-recommends ${[...packages].join(' ')}`,
  ];
}
