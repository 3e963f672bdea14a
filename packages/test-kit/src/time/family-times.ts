import { readdirSync, readFileSync } from 'node:fs';

/** One tick of `/proc/PID/stat` in milliseconds (proc(5); `_SC_CLK_TCK` of Linux). */
const TICK_MS = 10;
/** Places after the name in `/proc/PID/stat`: parent, and user and system time of itself and of children that ended. */
const [PARENT, OWN, ENDED] = [1, 11, 13];

function readStat(pid: string | number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  } catch {
    // It ended meanwhile.
    return [];
  }
}

/** The process that started this one; of a backend of PostgreSQL, its postmaster. */
export const parentOf = (pid: number): number => Number(readStat(pid)[PARENT]);

const timesFrom = (stat: readonly string[], place: number): number =>
  (Number(stat[place]) + Number(stat[place + 1])) * TICK_MS;

/** Processor time of a process and of all the children that it started, in milliseconds. */
export function familyMs(pid: number): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const stats = processes
    .map((name) => [name, readStat(name)] as const)
    .filter(([name, stat]) => name === String(pid) || stat[PARENT] === String(pid));
  return stats.reduce(
    (sum, [name, stat]) => sum + timesFrom(stat, OWN) + (name === String(pid) ? timesFrom(stat, ENDED) : 0),
    0,
  );
}
