#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { EXIT_CODES } from './command-line/exit-codes.ts';
import type { Surroundings } from './command-line/run-command.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { demoFile } from './demo-file.ts';
import { curlFile, seedDemo } from './seed-demo.ts';
import type { Service } from './service.ts';
import { STOP_LIMIT_MS } from './stop-service.ts';
import { StartRefused } from './tenants/master-key.ts';

const ECHO_MS = 500;

const version = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version as string;

function welcome(config: Config): string {
  const shown = (file: string): string => relative(process.cwd(), file) || file;
  return `
Ready in the test environment, on demo data.

  API          ${config.publicUrl}/api/public/v1
  Token        ${config.publicUrl}/oauth2/token
  Credentials  ${shown(demoFile(config))} (readable by you alone)

See the whole journey, in a second terminal:

  npm run demo

or get an access token by hand:

  curl -s -K ${shown(curlFile(config))} -d grant_type=client_credentials ${config.publicUrl}/oauth2/token

Tenants, accounts and keys: npx titular --help. Ctrl-C stops everything.
`;
}

/** Installed before the start, so that an early Ctrl-C ends what was begun and leaves no database behind. */
function stopOnSignals(starting: Promise<Service>, drainSeconds: number): void {
  let firstMs: number | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    if (firstMs !== undefined) {
      // One Ctrl-C arrives twice: from the terminal, and passed on by npm.
      if (performance.now() - firstMs > ECHO_MS) process.exit(EXIT_CODES.fault.code);
      return;
    }
    firstMs = performance.now();
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
        () => process.exit(EXIT_CODES.fault.code),
      );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  console.log(`titular ${version()} is starting (${config.environment}, data in ${config.dataDirectory}) …`);
  // Loaded only here: the command line has no need of engine and pages.
  const { startService } = await import('./service.ts');
  const starting = startService(config);
  stopOnSignals(starting, config.drainSeconds);
  const service = await starting;
  if (config.environment === 'test') {
    await seedDemo(config, service.database, service.masterKeys);
    console.log(welcome(config));
  } else {
    console.log(`Ready at ${config.publicUrl}.`);
  }
}

function explain(error: unknown): number {
  if (error instanceof ConfigError || error instanceof StartRefused) {
    console.error(`titular cannot start: ${error.message}`);
    return EXIT_CODES.invalid.code;
  }
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') {
    console.error('titular cannot start: the port is in use; choose another with PORT.');
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
    environment: process.env,
    output: process.stdout,
    errors: process.stderr,
    onInterrupt: interruptible,
    // Loaded only for the one command that has need of a whole service.
    openTrial: async (config: Config) => (await import('./trial-service.ts')).openTrial(config),
  };
  process.exitCode = await runCommandLine(process.argv.slice(2), around);
}
