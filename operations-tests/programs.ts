import { hasProgram, installLine } from '../scripts/debian-programs.ts';

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

/** Whether a program of the table is there. */
export const has = (program: Program): boolean => hasProgram(program);

/** Names what is missing with the line that installs it, and nothing where all is there. */
export function describeMissing(): string[] {
  const missing = (Object.keys(PACKAGES) as Program[]).filter((program) => !has(program));
  if (missing.length === 0) return [];
  return [`Skipped for want of: ${missing.join(', ')}. On Debian:`, installLine(PACKAGES, missing)];
}
