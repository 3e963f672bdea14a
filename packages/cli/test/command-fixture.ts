import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '@titular/cli/frame/run-command.ts';
import { openTrial } from '@titular/lab/ephemeral-service/trial-service.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';

/** What one command line did; what it told of its progress, which depends on how busy the machine is, is not among the errors. */
type Ran = { code: number; output: string; errors: string };

const unread = { write: () => true };

/** Command lines on a database of their own, run in this process. */
export type CommandFixture = {
  directory: string;
  connectionString: string;
  database: Database;
  run(...words: string[]): Promise<Ran>;
  /** Runs with --json and gives what it says; anything but success is an error. */
  ask<Answer = Record<string, unknown>>(...words: string[]): Promise<Answer>;
  /** Starts a command that tells line by line. */
  start(...words: string[]): Running;
  drop(): Promise<void>;
};

/** A command that goes on: the lines it has told, what stands on standard error, Ctrl-C, and the exit code once it has ended. */
export type Running = {
  lines(): string[];
  errors(): string;
  interrupt(): void;
  ended: Promise<number>;
};

/** Starts a command line in this process, to be ended by its `interrupt`. */
export function startCommandLine(words: string[], environment: Record<string, string | undefined>): Running {
  const written = { output: '', errors: '' };
  const collect = (name: keyof typeof written) => ({ write: (text: string) => (written[name] += text) });
  let stop = (): void => undefined;
  const ended = runCommandLine(words, {
    environment,
    output: collect('output'),
    errors: collect('errors'),
    onInterrupt: (end) => {
      stop = end;
      return () => undefined;
    },
    openTrial,
  });
  return {
    lines: () => written.output.split('\n').slice(0, -1),
    errors: () => written.errors,
    interrupt: () => stop(),
    ended,
  };
}

/** Runs one command line in this process with these settings. */
export async function runInProcess(
  words: string[],
  environment: Record<string, string | undefined>,
  programName?: string,
): Promise<Ran> {
  const written = { output: '', errors: '' };
  const collect = (name: keyof typeof written) => ({ write: (text: string) => (written[name] += text) });
  const code = await runCommandLine(words, {
    environment,
    output: collect('output'),
    errors: collect('errors'),
    progress: unread,
    onInterrupt: () => () => undefined,
    openTrial,
    ...(programName === undefined ? {} : { programName }),
  });
  return { code, ...written };
}

/** Opens the fixture; `environment` is added to its settings. */
export async function openCommandFixture(environment: Record<string, string> = {}): Promise<CommandFixture> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-test-'));
  const clone = await cloneDatabase();
  const database = connect(clone.connectionString, 2, () => undefined);
  const settings = {
    DATABASE_URL: clone.connectionString,
    TITULAR_DATA_DIR: directory,
    ...environment,
  };

  const run = (...words: string[]): Promise<Ran> => runInProcess(words, settings);

  return {
    directory,
    connectionString: clone.connectionString,
    database,
    run,
    async ask<Answer>(...words: string[]) {
      const { code, output, errors } = await run(...words, '--json');
      if (code !== 0) throw new Error(`titular ${words.join(' ')}: ${code} ${errors}`);
      return JSON.parse(output) as Answer;
    },
    start: (...words) => startCommandLine(words, settings),
    async drop() {
      await database.close();
      await clone.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
