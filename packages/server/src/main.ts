#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { EXIT_CODES } from './command-line/exit-codes.ts';
import type { Surroundings } from './command-line/run-command.ts';
import { type Config, ConfigError, readConfig, takeEnvironment } from './config.ts';
import { findDataPlaces, shownPlace } from './data-places.ts';
import { DatabaseAway } from './database/await-database.ts';
import { demoFile } from './demo-file.ts';
import { rootProblem } from './production-settings.ts';
import { curlFile, seedDemo } from './seed-demo.ts';
import type { Prepared, Service } from './service.ts';
import { STOP_LIMIT_MS } from './stop-service.ts';
import { StartRefused } from './tenants/master-key.ts';

/** Taken before anything else is started, which then inherits no secret. */
const environment = takeEnvironment(process.env);

const ECHO_MS = 500;

const version = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version as string;

/** A path as it is typed in the directory that the program was started in. */
function shown(file: string): string {
  const path = relative(process.cwd(), file);
  return path === '' || path.startsWith('..') ? file : path;
}

function welcome(config: Config, database: string): string {
  const demo = config.isDataDirectoryGiven
    ? `npm run demo -- --data ${shown(config.dataDirectory)}`
    : 'npm run demo';
  return `
Ready in the test environment, on demo data.

  API          ${config.publicUrl}/api/public/v1
  Token        ${config.publicUrl}/oauth2/token
  Reference    ${config.publicUrl}/docs
  Credentials  ${shown(demoFile(config))} (readable by you alone)
  Database     ${database}

See the whole journey, in a second terminal:

  ${demo}

or get an access token by hand:

  curl -s -K ${shown(curlFile(config))} -d grant_type=client_credentials ${config.publicUrl}/oauth2/token

Tenants, accounts and keys: npx titular --help. Ctrl-C stops everything.
`;
}

/** Installed before the start, so that an early Ctrl-C ends what was begun and leaves no database behind. */
function stopOnSignals(starting: Promise<Service>, waiting: AbortController, drainSeconds: number): void {
  let firstMs: number | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    if (firstMs !== undefined) {
      // One Ctrl-C arrives twice: from the terminal, and passed on by npm.
      if (performance.now() - firstMs > ECHO_MS) process.exit(EXIT_CODES.fault.code);
      return;
    }
    firstMs = performance.now();
    waiting.abort();
    console.log(`\n${signal}: finishing what is under way (once more to end at once) …`);
    const limitMs = drainSeconds * 1_000 + STOP_LIMIT_MS;
    setTimeout(() => process.exit(EXIT_CODES.fault.code), limitMs).unref();
    starting
      .then((service) => service.close())
      .then(
        () => {
          console.log('Stopped.');
          process.exit(EXIT_CODES.done.code);
        },
        (error: unknown) => process.exit(isAsked(error) ? explain(error) : EXIT_CODES.fault.code),
      );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** Before anything is served: who waits for /readyz and reads demo.json finds it. */
async function prepareDemo(config: Config, { database, masterKeys }: Prepared): Promise<void> {
  await seedDemo(config, database, masterKeys);
}

async function start(): Promise<void> {
  const config = readConfig(environment);
  const problem = rootProblem(config, process.getuid?.());
  if (problem) throw new ConfigError(problem);
  console.log(`titular ${version()} is starting (${config.environment}, data in ${config.dataDirectory}) …`);
  // Loaded only here: the command line has no need of engine and pages.
  const { startService } = await import('./service.ts');
  const isDemo = config.environment === 'test';
  const waiting = new AbortController();
  const starting = startService(config, {
    say: (sentence) => console.log(sentence),
    signal: waiting.signal,
    ...(isDemo ? { prepare: (ground) => prepareDemo(config, ground) } : {}),
  });
  stopOnSignals(starting, waiting, config.drainSeconds);
  await starting;
  const { database } = await findDataPlaces(config);
  console.log(
    isDemo
      ? welcome(config, shownPlace(database))
      : `Ready at ${config.publicUrl}, on the database ${shownPlace(database)}.`,
  );
}

const LISTEN_PROBLEMS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use; choose another with PORT',
  EACCES: 'may not be used by this user; choose another with PORT',
  EADDRNOTAVAIL: 'is not on this machine; choose another with HOST',
  ENOTFOUND: 'is not on this machine; choose another with HOST',
};

/** The end of a start that was interrupted while it waited. */
const isAsked = (error: unknown): boolean => (error as Error).name === 'AbortError';

function explain(error: unknown): number {
  if (isAsked(error)) {
    console.log('Stopped.');
    return EXIT_CODES.done.code;
  }
  if (error instanceof ConfigError || error instanceof StartRefused) {
    console.error(`titular cannot start: ${error.message}`);
    return EXIT_CODES.invalid.code;
  }
  if (error instanceof DatabaseAway) {
    console.error(`titular cannot start: ${error.message}`);
    return EXIT_CODES.fault.code;
  }
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  const problem = syscall === 'listen' || syscall === 'getaddrinfo' ? LISTEN_PROBLEMS[code] : undefined;
  if (problem) {
    const { HOST = '127.0.0.1', PORT = '8787' } = environment;
    console.error(`titular cannot start: port ${PORT} of ${HOST} ${problem}.`);
    return EXIT_CODES.invalid.code;
  }
  console.error('titular cannot start:', error);
  return EXIT_CODES.fault.code;
}

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

/** Whoever reads the output has enough, as `head` does. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXIT_CODES.done.code);
}

const [word, ...others] = process.argv.slice(2);
if (word === undefined || (word === 'serve' && others.length === 0)) {
  start().catch((error: unknown) => process.exit(explain(error)));
} else {
  // Loaded only here: a service has no need of the commands, and one in production none of what some of them know.
  const { runCommandLine } = await import('./command-line/run-command.ts');
  process.stdout.on('error', endWithReader);
  const around = {
    environment,
    output: process.stdout,
    errors: process.stderr,
    onInterrupt: interruptible,
    // Loaded only for the one command that has need of a whole service.
    openTrial: async (config: Config) => (await import('./trial-service.ts')).openTrial(config),
  };
  process.exitCode = await runCommandLine(process.argv.slice(2), around);
}
