import { readdirSync, readFileSync } from 'node:fs';

/** The program that measures in processes of its own, as a source or built. */
const PROGRAM = '/face-worker.';

/** Clock ticks that Linux counts processor time in, a second (proc_pid_stat(5), `getconf CLK_TCK`). */
const TICKS_PER_SECOND = 100;

/** What stands in a file of a process; undefined when the process is gone. */
function readOf(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

/** The fields of a process from the third on, after its name, which may hold anything. */
const statOf = (pid: number): string[] | undefined => {
  const stat = readOf(pid, 'stat');
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
};

/** The processes that a process measures faces with; Linux alone tells. */
export function engineProcessesOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(statOf(pid)?.[4 - 3]) === parent && readOf(pid, 'cmdline')?.includes(PROGRAM));
}

/** Processor time of a process so far, all threads, in milliseconds; in steps of 10. */
export function cpuMsOf(pid: number): number {
  const stat = statOf(pid);
  return ((Number(stat?.[14 - 3]) + Number(stat?.[15 - 3])) / TICKS_PER_SECOND) * 1000;
}

/** A process writes some 25 kB while it loads its nets, most of it to wake its threads, and 32 kB at least for each frame with a face: this is some six frames. */
const MIN_ANSWER_BYTES = 250_000;

/** Whether a process of the engine has answered with faces before: until then it loads its nets. */
export const hasMeasured = (pid: number): boolean =>
  Number(/^wchar: (\d+)/m.exec(readOf(pid, 'io') ?? '')?.[1]) > MIN_ANSWER_BYTES;

/** Memory of a process in MB, what it shares with others divided among them (PSS). */
export const proportionalMegabytes = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readOf(pid, 'smaps_rollup') ?? '')?.[1]) / 1024;
