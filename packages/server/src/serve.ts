import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { curlFile, demoFile, setupFile } from './config/demo-file.ts';
import { rootProblem } from './config/production-settings.ts';
import { rereadSecrets } from './config/secret-files.ts';
import { EXIT_CODES } from './kernel/base/exit-codes.ts';
import { programVersion } from './kernel/base/program-version.ts';
import { DatabaseUnavailable } from './kernel/database/await-database.ts';
import type { Prepared } from './service.ts';
import { describeLocation, findDataLocations } from './start/data-locations.ts';
import { describeListener } from './start/find-listener.ts';
import { offerSetup } from './start/offer-setup.ts';
import { seedDemo } from './start/seed-demo.ts';
import { STOP_LIMIT_MS } from './start/stop-service.ts';
import { type MasterKeys, StartRefused } from './tenants/index.ts';

const ECHO_MS = 500;

type Variables = Record<string, string | undefined>;

/** A path as it is typed in the directory that the program was started in. */
function shown(file: string): string {
  const path = relative(process.cwd(), file);
  return path === '' || path.startsWith('..') ? file : path;
}

/** The demo belongs to the repository; the package for npm comes without it. */
const HAS_DEMO = existsSync(new URL('../../../journeys/', import.meta.url));

function journeyHint(config: Config): string {
  if (!HAS_DEMO) return 'Get an access token:';
  const data = config.isDataDirectoryGiven ? ` -- --data ${shown(config.dataDirectory)}` : '';
  return `See the whole journey in a second terminal:

  npm run demo${data}

or get an access token by hand:`;
}

/** Where the guides are, and how the portal is entered: by the link, while it is the first one. */
function portalLines(config: Config, link: string | undefined): string {
  if (config.portalUrl === undefined) return '';
  const guides = `  Guides       ${config.portalUrl}/docs/\n`;
  if (link === undefined) return `${guides}  Portal       ${config.portalUrl}\n`;
  return `${guides}  Portal       ${link}
               one hour, once; also in ${shown(setupFile(config))}\n`;
}

/** How an empty tenant gets something to look at. */
const FILL_LINE = `  To look at   npx titular sandbox fill, or the overview of the portal: 500 sandbox transactions\n`;

function welcome(config: Config, database: string, link: string | undefined): string {
  return `
Ready in the test environment, on demo data.

  API          ${config.publicUrl}/api/public/v1
  Token        ${config.publicUrl}/oauth2/token
  Reference    ${config.publicUrl}/docs
${portalLines(config, link)}${FILL_LINE}  Credentials  ${shown(demoFile(config))} (readable only by you)
  Database     ${database}

${journeyHint(config)}

  curl -s -K ${shown(curlFile(config))} -d grant_type=client_credentials ${config.publicUrl}/oauth2/token

Tenants, accounts and keys: npx titular --help. Ctrl-C stops everything.
`;
}

/** Installed before the start, so that an early Ctrl-C ends what was begun and leaves no database behind. */
function stopOnSignals(
  starting: Promise<{ close(): Promise<void> }>,
  waiting: AbortController,
  drainSeconds: number,
): void {
  let firstMs: number | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    if (firstMs !== undefined) {
      // One Ctrl-C arrives twice: from the terminal, and passed on by npm.
      if (performance.now() - firstMs > ECHO_MS) process.exit(EXIT_CODES.fault.code);
      return;
    }
    firstMs = performance.now();
    waiting.abort();
    console.log(`\n${signal}: finishing work under way (repeat to stop at once) …`);
    const limitMs = drainSeconds * 1_000 + STOP_LIMIT_MS;
    setTimeout(() => process.exit(EXIT_CODES.fault.code), limitMs).unref();
    starting
      .then((service) => service.close())
      .then(
        () => {
          console.log('Stopped.');
          process.exit(EXIT_CODES.done.code);
        },
        async (error: unknown) =>
          process.exit(isAsked(error) ? await explain(error, {}) : EXIT_CODES.fault.code),
      );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** Reads secrets again on SIGHUP, during the start as well, where any stands in a file; elsewhere the signal ends the program, as when its terminal is closed. */
function rereadOnHangup(config: Config, opened: () => MasterKeys | undefined): void {
  if (config.secretFiles.length === 0 && config.masterKeyFile === undefined) return;
  const heed = async (): Promise<void> => {
    const { changed, problems } = rereadSecrets(config);
    await opened()
      ?.reread()
      .catch((error: Error) => problems.push(error.message));
    console.log(`SIGHUP: read the secrets again; changed: ${changed.join(', ') || 'none'}.`);
    for (const problem of problems) console.error(`${problem} The value before stays.`);
  };
  process.on('SIGHUP', () => void heed());
}

/** Before anything is served: who waits for /readyz and reads demo.json finds it. Answers the link for the first operator, while there is none. */
async function prepareDemo(config: Config, { database, masterKeys }: Prepared): Promise<string | undefined> {
  const demo = await seedDemo(config, database, masterKeys);
  return offerSetup(config, database, demo);
}

/** Starts a process that measures faces for others. */
async function startEngine(config: Config): Promise<void> {
  console.log(`titular ${programVersion()} is starting as an engine node …`);
  rereadOnHangup(config, () => undefined);
  // Loaded only here: it has neither database nor pages.
  const { startEngineNode } = await import('./engine-node/index.ts');
  const starting = startEngineNode(config);
  stopOnSignals(starting, new AbortController(), config.drainSeconds);
  const { url, engineVersion } = await starting;
  console.log(
    `Ready: TITULAR_FACE_ENGINE_URL=${url}/analyse measures with ${engineVersion}. Ctrl-C stops it.`,
  );
}

async function start(environment: Variables): Promise<void> {
  const config = readConfig(environment);
  const problem = rootProblem(config, process.getuid?.());
  if (problem) throw new ConfigError(problem);
  if (config.role === 'engine') return startEngine(config);
  let masterKeys: MasterKeys | undefined;
  rereadOnHangup(config, () => masterKeys);
  console.log(
    `titular ${programVersion()} is starting (${config.environment}, data in ${config.dataDirectory}) …`,
  );
  // Loaded only here: the command line has no need of engine and pages.
  const { startService } = await import('./service.ts');
  const isDemo = config.environment === 'test' && config.role !== 'worker';
  // The demo keeps its credentials in files.
  if (isDemo) await (await import('./start/open-database.ts')).requireWritableData(config);
  let link: string | undefined;
  const waiting = new AbortController();
  const starting = startService(config, {
    say: (sentence) => console.log(sentence),
    signal: waiting.signal,
    ...(isDemo
      ? {
          prepare: async (resources) => {
            link = await prepareDemo(config, resources);
          },
        }
      : {}),
  });
  stopOnSignals(starting, waiting, config.drainSeconds);
  masterKeys = (await starting).masterKeys;
  const { database } = await findDataLocations(config);
  console.log(
    isDemo
      ? welcome(config, describeLocation(database), link)
      : `Ready ${config.role === 'worker' ? 'for decisions, webhooks and clean-up' : `at ${config.publicUrl}`}, on the database ${describeLocation(database)}.`,
  );
}

const LISTEN_PROBLEMS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use',
  EACCES: 'is not allowed for this user; choose another with PORT',
  EADDRNOTAVAIL: 'is not on this machine; choose another with HOST',
  ENOTFOUND: 'is not on this machine; choose another with HOST',
};

/** The end of a start that was interrupted while it waited. */
const isAsked = (error: unknown): boolean => (error as Error).name === 'AbortError';

async function explain(error: unknown, environment: Variables): Promise<number> {
  if (isAsked(error)) {
    console.log('Stopped.');
    return EXIT_CODES.done.code;
  }
  if (error instanceof ConfigError || error instanceof StartRefused) {
    console.error(`titular cannot start: ${error.message}`);
    return EXIT_CODES.invalid.code;
  }
  if (error instanceof DatabaseUnavailable) {
    console.error(`titular cannot start: ${error.message}`);
    return EXIT_CODES.fault.code;
  }
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  const problem = syscall === 'listen' || syscall === 'getaddrinfo' ? LISTEN_PROBLEMS[code] : undefined;
  if (problem) {
    const { HOST = '127.0.0.1', PORT = '8787' } = environment;
    const isUsed = code === 'EADDRINUSE';
    const listener = isUsed ? await describeListener(Number(PORT)) : '';
    const remedy = isUsed ? '; end that, or choose another port with PORT' : '';
    console.error(`titular cannot start: port ${PORT} of ${HOST} ${problem}${listener}${remedy}.`);
    return EXIT_CODES.invalid.code;
  }
  console.error('titular cannot start:', error);
  return EXIT_CODES.fault.code;
}

/** Starts the service and keeps serving until SIGINT or SIGTERM; a start that fails is explained on standard error and ends the process. */
export async function serve(environment: Variables): Promise<void> {
  await start(environment).catch(async (error: unknown) => process.exit(await explain(error, environment)));
}
