import { resolve } from 'node:path';
import { ConfigError } from './config-error.ts';
import {
  databaseAddress,
  hostName,
  KEY_IN_BASE64,
  MAX_PORT,
  MAX_WEBHOOK_PORTS,
  numberBetween,
  oneOf,
  type Parse,
  parsePorts,
  parseProxies,
  webAddress,
} from './config-values.ts';
import { erasureSettings, pictureProblem, pictureSettings } from './data-settings.ts';
import { engineProblem, engineSettings } from './engine-settings.ts';
import { gallerySettings, usualGalleryThreads } from './gallery-settings.ts';
import { DRAIN_SECONDS, nodeSettings } from './node-settings.ts';
import { platformProblem, platformSettings } from './platform-settings.ts';
import { portalProblem, portalSettings, settlePortal } from './portal-settings.ts';
import { isTriedHere, productionProblem, productionSettings } from './production-settings.ts';
import { fileVariable, findSecretFile, readSecretFile, type Variables } from './secret-files.ts';
import type { Config, SecretFiles, Setting } from './setting.ts';
import { listUnknownSettings } from './unknown-settings.ts';

export { ConfigError } from './config-error.ts';
export type { Config, Environment, Setting } from './setting.ts';

/** The most that TITULAR_LINK_LIFETIME_SECONDS may be. */
export const MAX_LINK_LIFETIME_SECONDS = 259_200;

/** Every setting in one table; docs/configuration.md is generated from it. */
export const settings: readonly Setting[] = [
  {
    key: 'environment',
    variable: 'TITULAR_ENV',
    fallback: 'test',
    bounds: '`test` or `production`',
    purpose: 'Environment of this deployment. A database keeps the environment of its first start.',
    parse: oneOf('test', 'production'),
  },
  {
    key: 'host',
    variable: 'HOST',
    fallback: '127.0.0.1',
    bounds: 'a host name or address',
    purpose: 'Address to listen on.',
    parse: hostName,
  },
  {
    key: 'port',
    variable: 'PORT',
    fallback: '8787',
    bounds: '0 to 65535; 0 lets the system choose',
    purpose: 'TCP port to listen on.',
    parse: numberBetween(0, 65535),
  },
  {
    key: 'publicUrl',
    variable: 'TITULAR_PUBLIC_URL',
    fallback: '',
    bounds: 'http or https address without a path; https in production',
    purpose:
      'Address at which merchants and people reach the service; issuer of its tokens. Default: the listening address.',
    parse: webAddress,
  },
  ...portalSettings,
  {
    key: 'dataDirectory',
    variable: 'TITULAR_DATA_DIR',
    fallback: './.titular',
    bounds: 'a directory',
    purpose:
      'Holds the embedded database, the generated master key and, in `test`, demo.json. PostgreSQL refuses to run as root, so a service started by root runs it as another user. If that user cannot enter the default directory, the embedded database is stored under /var/lib/titular. A directory set here is refused in that case. The start-up output and `titular data where` show the location.',
    parse: (text) => (text.includes('\0') ? undefined : resolve(text)),
  },
  {
    key: 'databaseUrl',
    variable: 'DATABASE_URL',
    fallback: '',
    bounds: 'a postgresql:// address',
    purpose:
      'Existing PostgreSQL (15 or newer) to use instead of the embedded one. Required in `production`, with TLS (`sslmode=verify-full`) if it is on another host. The start waits up to 60 seconds for it.',
    parse: databaseAddress,
    secret: true,
  },
  {
    key: 'reportDatabaseUrl',
    variable: 'DATABASE_REPORT_URL',
    fallback: '',
    bounds: 'a postgresql:// address',
    purpose:
      'A replica of the database at DATABASE_URL, which commands that only read much of it ask: `audit verify` and `pictures status`. They tell what the replica has. The service itself never asks it. Default: DATABASE_URL.',
    parse: databaseAddress,
    secret: true,
  },
  ...productionSettings,
  {
    key: 'databasePoolSize',
    variable: 'TITULAR_DATABASE_POOL',
    fallback: '20',
    bounds: '2 to 200',
    purpose:
      'Maximum database connections of this process for requests and jobs. Three more listen for notifications and watch the database.',
    parse: numberBetween(2, 200),
  },
  {
    key: 'trustedProxies',
    variable: 'TITULAR_TRUSTED_PROXIES',
    fallback: '',
    bounds: 'addresses or CIDR ranges, separated by commas',
    purpose:
      'Proxies whose X-Forwarded-For header is trusted; from any other peer the header is ignored. Behind an unlisted proxy, all clients seem to share its address: address lists do not work, and failed authentications of one client slow the others. Default: none.',
    parse: parseProxies,
  },
  {
    key: 'maximumConnections',
    variable: 'TITULAR_MAXIMUM_CONNECTIONS',
    fallback: '4000',
    bounds: '16 to 100000',
    purpose:
      'Maximum concurrent connections of clients and proxies to this process; a further one is closed without a response. Each needs a file descriptor of the process.',
    parse: numberBetween(16, 100_000),
  },
  {
    key: 'masterKey',
    variable: 'TITULAR_MASTER_KEY',
    fallback: '',
    bounds: '32 bytes in base64, or several such keys separated by commas',
    purpose:
      'The master key itself, for secret stores that set environment variables; several keys during a rotation. Prefer TITULAR_MASTER_KEY_FILE: other programs of the same user can read the environment of a process. The two cannot be combined.',
    parse: (text) => (text.split(/[\s,]+/).every((key) => KEY_IN_BASE64.test(key)) ? text : undefined),
    secret: true,
  },
  {
    key: 'masterKeyFile',
    variable: 'TITULAR_MASTER_KEY_FILE',
    fallback: '',
    bounds: 'a file',
    purpose:
      'File with the master key (32 bytes in base64), or with several keys, one per line, during a rotation. The file is read again when a key is needed that it did not hold. Default in `test`: master.key in the data directory, created at the first start. Either this or TITULAR_MASTER_KEY is required in `production`.',
    parse: (text) => (text.includes('\0') ? undefined : resolve(text)),
  },
  {
    key: 'logLevel',
    variable: 'TITULAR_LOG_LEVEL',
    fallback: 'warn',
    bounds: '`fatal`, `error`, `warn`, `info`, `debug` or `silent`',
    purpose: 'Minimum severity to log. Refused access is logged at every level except `silent`.',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
  },
  ...engineSettings,
  ...nodeSettings,
  ...platformSettings,
  {
    key: 'matchThreshold',
    variable: 'TITULAR_MATCH_THRESHOLD',
    fallback: '0.5',
    bounds: '0.3 to 0.6',
    purpose: 'Largest Euclidean distance at which two faces count as one person. Lower is stricter.',
    parse: numberBetween(0.3, 0.6, false),
  },
  ...gallerySettings,
  {
    key: 'challengeStepSeconds',
    variable: 'TITULAR_CHALLENGE_STEP_SECONDS',
    fallback: '15',
    bounds: '3 to 120',
    purpose: 'Seconds a person has for each step of the challenge.',
    parse: numberBetween(3, 120),
  },
  {
    key: 'maximumAttempts',
    variable: 'TITULAR_MAXIMUM_ATTEMPTS',
    fallback: '3',
    bounds: '1 to 3',
    purpose: 'Attempts at the challenge per transaction.',
    parse: numberBetween(1, 3),
  },
  {
    key: 'retrySeconds',
    variable: 'TITULAR_RETRY_SECONDS',
    fallback: '300',
    bounds: '30 to 86400',
    purpose:
      'Seconds within which the next attempt must begin after a failed one; after that, the failure is final.',
    parse: numberBetween(30, 86_400),
  },
  {
    key: 'signingKeyDays',
    variable: 'TITULAR_SIGNING_KEY_DAYS',
    fallback: '90',
    bounds: '1 to 3650',
    purpose: 'Age in days at which a token signing key is rotated automatically.',
    parse: numberBetween(1, 3650),
  },
  {
    key: 'failedAuthentications',
    variable: 'TITULAR_FAILED_AUTHENTICATIONS',
    fallback: '10',
    bounds: '1 to 100000',
    purpose:
      'Failed authentications allowed for one client from one address, over all processes; after that, one every 6 seconds. All clients of one address share a limit of ten times this number, then one per second. The same limit applies to links and SDK tokens from one address that open nothing.',
    parse: numberBetween(1, 100_000),
  },
  {
    key: 'linkLifetimeSeconds',
    variable: 'TITULAR_LINK_LIFETIME_SECONDS',
    fallback: '1800',
    bounds: `60 to ${MAX_LINK_LIFETIME_SECONDS}`,
    purpose:
      'Lifetime in seconds of the SDK token and the page session. If you set it, also of the one-time link until it is opened, unless the company setting `link-lifetime-seconds` says otherwise; by default, an unopened link lives as long as its transaction or process.',
    parse: numberBetween(60, MAX_LINK_LIFETIME_SECONDS),
  },
  {
    key: 'webhookPorts',
    variable: 'TITULAR_WEBHOOK_PORTS',
    fallback: '443,8443',
    bounds: `1 to ${MAX_WEBHOOK_PORTS} ports from 1 to ${MAX_PORT}, separated by commas`,
    purpose:
      'Ports allowed for webhook endpoints and their token endpoints. In `test`, 80 and 8080 are also allowed.',
    parse: parsePorts,
  },
  {
    key: 'webhookLoopback',
    variable: 'TITULAR_WEBHOOK_LOOPBACK',
    fallback: 'off',
    bounds: '`off` or `on`; `off` in production',
    purpose:
      'Lets every webhook endpoint use a loopback address of this machine, on any port. For trials in `test`; `on` is refused in `production`.',
    parse: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
  },
  ...pictureSettings,
  ...erasureSettings,
];

/** The secret settings that a file may hold, by the one rule; the master keys have a setting of their own for theirs. */
const secretSettings = settings.filter(
  (setting) => setting.secret && !settings.some(({ variable }) => variable === fileVariable(setting)),
);

function readSetting(setting: Setting, env: Variables): ReturnType<Parse> {
  const file = findSecretFile(setting, env);
  if (file !== undefined && secretSettings.includes(setting)) return readSecretFile(setting, file);
  const text = env[setting.variable]?.trim() || setting.fallbackBeside?.(env) || setting.fallback;
  if (text === '') return undefined;
  const value = setting.parse(text);
  if (value === undefined) {
    const shown = setting.secret ? 'the given value' : JSON.stringify(text);
    throw new ConfigError(`${setting.variable} must be ${setting.bounds}, not ${shown}.`);
  }
  return value;
}

/** Every variable that is read. */
const KNOWN = [...settings.map(({ variable }) => variable), ...secretSettings.map(fileVariable)];

const listenAddress = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Which secret settings the environment has in files. */
const listSecretFiles = (env: Variables): SecretFiles =>
  secretSettings.flatMap((setting) => {
    const file = findSecretFile(setting, env);
    return file === undefined ? [] : [{ setting, file }];
  });

/** Reads and checks all settings, secrets from their files; throws `ConfigError` for the first that is wrong. */
export function readConfig(env: Variables): Config {
  const parsed: Partial<Config> = Object.fromEntries(settings.map((one) => [one.key, readSetting(one, env)]));
  const given = settings.map(({ variable }) => variable).filter((variable) => env[variable]?.trim());
  const config = { ...parsed, given, secretFiles: listSecretFiles(env) } as Config;
  config.unknownSettings = listUnknownSettings(env, KNOWN);
  config.galleryThreads ??= usualGalleryThreads();
  config.drainSeconds ??= DRAIN_SECONDS[config.environment];
  config.publicUrl ??= listenAddress(config.host, config.port);
  settlePortal(config);
  config.embeddedDatabase ??= config.environment === 'test';
  for (const list of ['trustedProxies', 'withoutTls'] as const) config[list] ??= [];
  config.tryIt ??= isTriedHere(config);
  const isLifetimeGiven = given.includes('TITULAR_LINK_LIFETIME_SECONDS');
  config.unopenedLinkSeconds = isLifetimeGiven ? config.linkLifetimeSeconds : undefined;
  config.isDataDirectoryGiven = given.includes('TITULAR_DATA_DIR');
  const problem =
    engineProblem(config) ??
    pictureProblem(config) ??
    productionProblem(config) ??
    platformProblem(config) ??
    portalProblem(config);
  if (problem) throw new ConfigError(problem);
  return config;
}

/** Copies the environment and takes the secrets of the settings out of it, so that no program started from here inherits them. */
export function takeEnvironment(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const taken = { ...env };
  for (const { variable, secret } of settings) if (secret) delete env[variable];
  return taken;
}
