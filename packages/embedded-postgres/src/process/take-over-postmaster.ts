import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { shutdownSteps } from './shutdown-steps.ts';

const POLL_MS = 20;

/**
 * Shuts down a server that a killed process left running on the cluster, and returns once it is gone. The caller holds the lock of
 * the home, so the server serves nobody. `postmaster.pid` itself is PostgreSQL's to remove.
 */
export async function takeOverPostmaster(cluster: string, log: (message: string) => void): Promise<void> {
  const pid = findPostmaster(cluster);
  if (pid === undefined) return;
  log(`shutting down the PostgreSQL server left running by an earlier process (process ${pid})`);
  for (const { signal, waitMs } of shutdownSteps) {
    if (!isPostmaster(pid, cluster)) return;
    process.kill(pid, signal);
    if (await isGone(pid, cluster, waitMs)) return;
  }
  throw new Error(`the PostgreSQL server left running as process ${pid} on ${cluster} does not stop`);
}

/** The process id of the live server of the cluster; a stale pid file, or one whose id now names another program, finds none. */
export function findPostmaster(cluster: string): number | undefined {
  const pid = Number(readText(path.join(cluster, 'postmaster.pid')).split('\n', 1)[0]);
  return Number.isSafeInteger(pid) && pid > 1 && isPostmaster(pid, cluster) ? pid : undefined;
}

async function isGone(pid: number, cluster: string, waitMs: number): Promise<boolean> {
  const deadline = performance.now() + waitMs;
  while (isPostmaster(pid, cluster)) {
    if (performance.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

// A dead process that nobody has waited for yet has no command line, so it counts as gone.
const isPostmaster = (pid: number, cluster: string): boolean =>
  readCommandLine(pid).includes(` -D ${cluster} -c `);

function readCommandLine(pid: number): string {
  if (process.platform === 'linux') return readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  try {
    return execFileSync('/bin/ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return '';
    throw error;
  }
}
