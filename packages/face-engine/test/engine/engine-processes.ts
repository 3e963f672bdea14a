import { readdirSync, readFileSync } from 'node:fs';

/** Numbers of the processes of face engines that a process started and that still run; Linux alone tells. */
export const engineProcesses = (parent: number = process.pid): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isEngineProcess(pid, parent));

function isEngineProcess(pid: number, parent: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold anything, come the state and the parent (proc_pid_stat(5)).
    const [state, from] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const isOurs = Number(from) === parent && state !== 'Z';
    return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('face-worker.ts');
  } catch {
    // It ended meanwhile.
    return false;
  }
}

/** Whether a process runs. */
export function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z';
  } catch {
    return false;
  }
}
