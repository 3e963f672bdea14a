import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type Config, ConfigError, readConfig } from './config.ts';
import { curlFile, demoFile, seedDemo } from './seed-demo.ts';
import { type Service, startService } from './service.ts';
import { StartRefused } from './tenants/master-key.ts';

const EXIT_OK = 0;
const EXIT_FAULT = 1;
const EXIT_BAD_CONFIGURATION = 2;
const STOP_TIMEOUT_MS = 20_000;

const USAGE = `titular: does this card belong to this person?

Usage: npm start

Settings come from the environment; docs/configuration.md lists all of them.
  PORT              port to listen on                   (8787)
  HOST              address to listen on                (127.0.0.1)
  TITULAR_DATA_DIR  database, keys, demo credentials    (./.titular)
  TITULAR_ENV       test or production                  (test)
  DATABASE_URL      an existing PostgreSQL to use       (embedded)
`;

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

Ctrl-C stops everything.
`;
}

/** Installed before the start, so that an early Ctrl-C ends what was begun and leaves no database behind. */
function stopOnSignals(starting: Promise<Service>): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(EXIT_FAULT);
    stopping = true;
    console.log(`\n${signal}: finishing what is under way (once more to end at once) …`);
    setTimeout(() => process.exit(EXIT_FAULT), STOP_TIMEOUT_MS).unref();
    starting
      .then((service) => service.close())
      .then(
        () => {
          console.log('Stopped.');
          process.exit(EXIT_OK);
        },
        () => process.exit(EXIT_FAULT),
      );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  console.log(`titular ${version()} is starting (${config.environment}, data in ${config.dataDirectory}) …`);
  const starting = startService(config);
  stopOnSignals(starting);
  const service = await starting;
  if (config.environment === 'test') {
    await seedDemo(config, service.database, service.masterKey);
    console.log(welcome(config));
  } else {
    console.log(`Ready at ${config.publicUrl}.`);
  }
}

function explain(error: unknown): number {
  if (error instanceof ConfigError || error instanceof StartRefused) {
    console.error(`titular cannot start: ${error.message}`);
    return EXIT_BAD_CONFIGURATION;
  }
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') {
    console.error('titular cannot start: the port is in use; choose another with PORT.');
    return EXIT_BAD_CONFIGURATION;
  }
  console.error('titular cannot start:', error);
  return EXIT_FAULT;
}

if (process.argv.length > 2) {
  console.log(USAGE);
  process.exit(process.argv.includes('--help') ? EXIT_OK : EXIT_BAD_CONFIGURATION);
}
start().catch((error: unknown) => process.exit(explain(error)));
