import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A program of this folder in a process of its own, ready when this resolves. */
export type Child = { residentMegabytes(): number; stop(): Promise<void> };

/** Starts `file` with one argument and the memory settings of `npm start`, and waits until it says that it is ready; an early exit is an error. */
export async function startChild(file: string, argument: string): Promise<Child> {
  const child: ChildProcess = fork(fileURLToPath(new URL(file, import.meta.url)), [argument], {
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: ['--max-semi-space-size=4'],
  });
  const [said] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (said !== 'ready') throw new Error(`${file} ended before it was ready`);
  return {
    residentMegabytes: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.send('stop');
      await ended;
    },
  };
}
