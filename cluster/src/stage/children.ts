import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from '../../../scripts/debian-programs.ts';

/** A program that a trial started. */
export type Child = {
  pid: number;
  /** Sends a signal to this process alone. */
  signal(name: NodeJS.Signals): void;
  kill(): Promise<void>;
  /** Asks it to end (SIGTERM), as a deployment does; one that does not within the limit is killed. */
  end(): Promise<void>;
  isOver(): boolean;
};

const END_LIMIT_MS = 30_000;

/** What a trial starts and leaves nothing of: child processes, a directory, and what else must be closed. */
export type Stage = {
  directory: string;
  /** Aborts with Ctrl-C. */
  signal: AbortSignal;
  say(line: string): void;
  makeDirectory(name: string, account?: Account): Promise<string>;
  start(name: string, program: string, words: readonly string[], options?: StartOptions): Child;
  onClose(work: () => Promise<void>): void;
  /** Lets logs, journals and configurations stay where they are, and says where. */
  keepLogs(): void;
  /** Lets a directory below it stay as well. */
  keepDirectory(name: string): void;
  close(): Promise<void>;
};

/** How a program is started; its output goes to `<name>.log` in the directory of the stage. */
type StartOptions = { account?: Account | undefined; env?: Record<string, string>; cwd?: string };

function asChild(child: ChildProcess): Child {
  const ended = once(child, 'exit');
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const kill = async (): Promise<void> => {
    if (isOver()) return;
    child.kill('SIGCONT');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    ...{ pid: child.pid ?? 0, isOver, kill },
    signal: (name) => void child.kill(name),
    async end() {
      if (isOver()) return;
      child.kill('SIGTERM');
      await Promise.race([ended, delay(END_LIMIT_MS, undefined, { ref: false })]);
      await kill();
    },
  };
}

/** What a process that was killed left running may still write there for a moment. */
const REMOVAL = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const;

async function removeDirectories(directory: string, kept: ReadonlySet<string>): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true }))
    if (entry.isDirectory() && !kept.has(entry.name)) await rm(join(directory, entry.name), REMOVAL);
}

/** Opens a stage below the temporary directory; what was started last ends first. */
export async function openStage(signal: AbortSignal, say: (line: string) => void): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-cluster-'));
  await chmod(directory, 0o711);
  const closings: (() => Promise<void>)[] = [];
  const kept = new Set<string>();
  let areLogsKept = false;
  return {
    ...{ directory, signal, say },
    async makeDirectory(name, account) {
      const path = join(directory, name);
      await mkdir(path, { mode: 0o700 });
      if (account) await chown(path, account.uid, account.gid);
      return path;
    },
    start(name, program, words, { account, env = {}, cwd = directory } = {}) {
      const log = createWriteStream(join(directory, `${name}.log`), { flags: 'a' });
      const child = spawn(program, [...words], {
        ...{ cwd, ...account },
        // No terminal's Ctrl-C reaches the children: the stage ends them in order.
        detached: true,
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child.on('error', (error) => say(`${name}: ${error.message}`));
      child.stdout?.pipe(log, { end: false });
      child.stderr?.pipe(log, { end: false });
      const started = asChild(child);
      closings.push(started.kill);
      return started;
    },
    onClose: (work) => void closings.push(work),
    keepLogs() {
      if (!areLogsKept) say(`logs and journals stay in ${directory}`);
      areLogsKept = true;
    },
    keepDirectory: (name) => void kept.add(name),
    async close() {
      for (const work of closings.reverse()) await work().catch((error) => say(String(error)));
      if (areLogsKept) await removeDirectories(directory, kept);
      else await rm(directory, REMOVAL);
    },
  };
}
