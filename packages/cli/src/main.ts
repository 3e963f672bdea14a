#!/usr/bin/env node
import { createInterface } from 'node:readline/promises';
import type { Config } from '@titular/server/config/config.ts';
import { takeEnvironment } from '@titular/server/config/config.ts';
import { EXIT_CODES } from '@titular/server/kernel/base/exit-codes.ts';
import type { Surroundings } from './frame/run-command.ts';
import { readServeWords } from './frame/serve-words.ts';

/** Taken before anything else is started, which then inherits no secret. */
const environment = takeEnvironment(process.env);

/** One Ctrl-C arrives twice: from the terminal, and passed on by npm. */
const ECHO_MS = 500;

const interruptible: Surroundings['onInterrupt'] = (stop) => {
  let firstMs: number | undefined;
  const heed = (): void => {
    if (firstMs === undefined) {
      firstMs = performance.now();
      stop();
    } else if (performance.now() - firstMs > ECHO_MS) process.exit(EXIT_CODES.interrupted.code);
  };
  process.on('SIGINT', heed);
  process.on('SIGTERM', heed);
  return () => {
    // What was interrupted is ending; its Ctrl-C may still arrive a second time, and must not end it in another way.
    if (firstMs !== undefined) return;
    process.off('SIGINT', heed);
    process.off('SIGTERM', heed);
  };
};

/** Asks where a person is at both ends. */
async function askOnTerminal(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/** Whoever reads the output has enough, as `head` does. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXIT_CODES.done.code);
}

const [word, ...others] = process.argv.slice(2);
const given = word === undefined ? {} : word === 'serve' ? readServeWords(others) : undefined;
if (given) {
  // Loaded only here: the command line has no need of engine and pages.
  const { serve } = await import('@titular/server/serve.ts');
  await serve({ ...environment, ...given });
} else {
  // Loaded only here: a service has no need of the commands, and one in production none of what some of them know.
  const { runCommandLine } = await import('./frame/run-command.ts');
  const { findProgramName } = await import('./hints/program-name.ts');
  process.stdout.on('error', endWithReader);
  const around = {
    environment,
    output: process.stdout,
    errors: process.stderr,
    onInterrupt: interruptible,
    ask: askOnTerminal,
    programName: findProgramName(process.argv[1] ?? '', environment),
    // Loaded only for the one command that has need of a whole service.
    openTrial: async (config: Config) =>
      (await import('@titular/lab/ephemeral-service/trial-service.ts')).openTrial(config),
  };
  process.exitCode = await runCommandLine(process.argv.slice(2), around);
}
