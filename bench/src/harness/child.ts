import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NODE_OPTIONS } from '../../../scripts/deployment/settings.ts';

/** A program of a bench in a process of its own, ready when this resolves; `ask` gives its next message. */
export type Child = {
  ask<Answer>(question: object): Promise<Answer>;
  pid: number;
  residentMegabytes(): number;
  stop(): Promise<void>;
};

/** What a child says of itself to this question, in microseconds of all its threads. */
export type CpuUsage = { user: number; system: number };

/** The question that every serving child answers with its `CpuUsage`. */
export const ASK_CPU = { ask: 'cpu' } as const;

/** The question that fills a service's face engine with work. */
export const ASK_SATURATE = { ask: 'saturate' } as const;

/** The question that lets it rest again, answered with the faces measured meanwhile. */
export const ASK_REST = { ask: 'rest' } as const;

const STOP = 'stop';

/** What a process holds in memory (RSS), in whole MB; Linux alone tells. */
export function residentMegabytesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

/** Starts `file`, as it stands under `bench/src`, with one argument and the memory settings of `npm start`, and waits until it says that it is ready; an early exit is an error. */
export async function startChild(file: string, argument: string): Promise<Child> {
  const child: ChildProcess = fork(fileURLToPath(new URL(`../${file}`, import.meta.url)), [argument], {
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: NODE_OPTIONS.split(' '),
  });
  const next = async (): Promise<unknown> => {
    const over = new AbortController();
    const { signal } = over;
    const gone = once(child, 'exit', { signal }).then(() => {
      throw new Error(`${file} ended before it answered`);
    });
    try {
      const [said] = await Promise.race([once(child, 'message', { signal }), gone]);
      return said;
    } finally {
      gone.catch(() => undefined);
      over.abort();
    }
  };
  if ((await next()) !== 'ready') throw new Error(`${file} did not say that it was ready`);
  return {
    ask: async <Answer>(question: object) => {
      const answer = next();
      child.send(question);
      return (await answer) as Answer;
    },
    pid: child.pid ?? Number.NaN,
    residentMegabytes: () => residentMegabytesOf(Number(child.pid)),
    stop: async () => {
      // A Ctrl-C reaches it, too.
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      if (child.connected) child.send(STOP, () => undefined);
      await ended;
    },
  };
}

/** Answers the parent of a serving child: its processor time when asked, and `close` when it is told to stop, after which the process may end. */
export function obeyParent(close: () => Promise<unknown>): void {
  process.on('message', (message) => {
    if ((message as Partial<typeof ASK_CPU>).ask === ASK_CPU.ask) process.send?.(process.cpuUsage());
    else if (message === STOP) void close().then(() => process.disconnect());
  });
  // Also when the parent is gone without a word: nobody else would ever end this process.
  process.once('disconnect', () => process.exit());
  process.send?.('ready');
}
