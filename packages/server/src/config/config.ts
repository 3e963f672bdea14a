import { resolve } from 'node:path';
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
import { engineSettings } from './engine-settings.ts';
import { DRAIN_SECONDS, nodeSettings } from './node-settings.ts';
import { platformProblem, platformSettings } from './platform-settings.ts';
import { productionProblem, productionSettings } from './production-settings.ts';
import type { Config, Setting } from './setting.ts';

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
    purpose:
      'Which environment this deployment is. A database keeps the environment it was first started with.',
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
      'Address under which merchants and people reach the service; issuer of its tokens. Default: the address listened on.',
    parse: webAddress,
  },
  {
    key: 'dataDirectory',
    variable: 'TITULAR_DATA_DIR',
    fallback: './.titular',
    bounds: 'a directory',
    purpose:
      'Holds the embedded database, the generated master key and, in `test`, demo.json. PostgreSQL refuses to run as root: for root with a default directory that is closed to other users, the embedded database lies below /var/lib/titular, and a directory named here is refused then. The start and `titular data where` tell the place.',
    parse: (text) => (text.includes('\0') ? undefined : resolve(text)),
  },
  {
    key: 'databaseUrl',
    variable: 'DATABASE_URL',
    fallback: '',
    bounds: 'a postgresql:// address',
    purpose:
      'An existing PostgreSQL (15 or newer) to use instead of the embedded one. Required in `production`, and there with TLS (`sslmode=verify-full`) where it is another host. The start waits up to 60 seconds for it.',
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
      'Connections this process may hold to the database for requests and jobs; three more listen for news and watch the database.',
    parse: numberBetween(2, 200),
  },
  {
    key: 'trustedProxies',
    variable: 'TITULAR_TRUSTED_PROXIES',
    fallback: '',
    bounds: 'addresses or CIDR ranges, parted by commas',
    purpose:
      'Proxies whose X-Forwarded-For is believed; from any other peer the header has no effect. Behind a proxy that is not named here all clients seem to come from its address: address lists do not work, and failed authentications of one slow the others. Default: none.',
    parse: parseProxies,
  },
  {
    key: 'maximumConnections',
    variable: 'TITULAR_MAXIMUM_CONNECTIONS',
    fallback: '4000',
    bounds: '16 to 100000',
    purpose:
      'Connections that clients and proxies may have to this process at once; a further one is closed unanswered. Each needs a file descriptor of the process.',
    parse: numberBetween(16, 100_000),
  },
  {
    key: 'masterKey',
    variable: 'TITULAR_MASTER_KEY',
    fallback: '',
    bounds: '32 bytes in base64, or several such keys parted by commas',
    purpose:
      'The master key itself, where a secret store sets the environment; several during a rotation. Prefer TITULAR_MASTER_KEY_FILE: other programs of the same user can read the environment of a process. Not together with it.',
    parse: (text) => (text.split(/[\s,]+/).every((key) => KEY_IN_BASE64.test(key)) ? text : undefined),
    secret: true,
  },
  {
    key: 'masterKeyFile',
    variable: 'TITULAR_MASTER_KEY_FILE',
    fallback: '',
    bounds: 'a file',
    purpose:
      'File with the master key (32 bytes in base64), or with several, one a line, during a rotation; read again when a key is asked for that was not in it. Default in `test`: master.key in the data directory, made at the first start. This or TITULAR_MASTER_KEY is required in `production`.',
    parse: (text) => (text.includes('\0') ? undefined : resolve(text)),
  },
  {
    key: 'logLevel',
    variable: 'TITULAR_LOG_LEVEL',
    fallback: 'warn',
    bounds: '`fatal`, `error`, `warn`, `info`, `debug` or `silent`',
    purpose: 'Least severity that is logged. Refused access is logged at every level but `silent`.',
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
  {
    key: 'galleryLimit',
    variable: 'TITULAR_GALLERY_LIMIT',
    fallback: '200000',
    bounds: '1 to 1000000',
    purpose:
      'Enrolled faces that each process holds in memory for a tenant, kind of identity and engine version, at about 0.8 kB a face, from the first search on until a quarter of an hour after the last. At the limit no further face is enrolled; beyond it nothing is searched, because a search of a part would be none. What is decided then belongs to the company (full-gallery). From 80 % on the log warns, `/readyz` tells it and `titular galleries list` shows it.',
    parse: numberBetween(1, 1_000_000),
  },
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
    purpose: 'Attempts at the challenge for each transaction.',
    parse: numberBetween(1, 3),
  },
  {
    key: 'retrySeconds',
    variable: 'TITULAR_RETRY_SECONDS',
    fallback: '300',
    bounds: '30 to 86400',
    purpose:
      'Seconds within which the next attempt has to begin after one that failed; then the failure is final.',
    parse: numberBetween(30, 86_400),
  },
  {
    key: 'signingKeyDays',
    variable: 'TITULAR_SIGNING_KEY_DAYS',
    fallback: '90',
    bounds: '1 to 3650',
    purpose: 'Age in days at which a key that signs tokens is rotated by itself.',
    parse: numberBetween(1, 3650),
  },
  {
    key: 'failedAuthentications',
    variable: 'TITULAR_FAILED_AUTHENTICATIONS',
    fallback: '10',
    bounds: '1 to 100000',
    purpose:
      'Failed authentications in the name of one client from one address before it is slowed; one more is allowed every 6 seconds, and ten times as many for all clients of one address. Links and SDK tokens that open nothing count likewise, ten times this number for one address and then one each second.',
    parse: numberBetween(1, 100_000),
  },
  {
    key: 'linkLifetimeSeconds',
    variable: 'TITULAR_LINK_LIFETIME_SECONDS',
    fallback: '1800',
    bounds: `60 to ${MAX_LINK_LIFETIME_SECONDS}`,
    purpose: 'Life of the one-time link, the SDK token and the page session.',
    parse: numberBetween(60, MAX_LINK_LIFETIME_SECONDS),
  },
  {
    key: 'webhookPorts',
    variable: 'TITULAR_WEBHOOK_PORTS',
    fallback: '443,8443',
    bounds: `1 to ${MAX_WEBHOOK_PORTS} ports from 1 to ${MAX_PORT}, parted by commas`,
    purpose:
      'Ports that receivers of webhooks, and the token endpoints in front of them, may have. In `test` 80 and 8080 are allowed besides.',
    parse: parsePorts,
  },
  {
    key: 'webhookLoopback',
    variable: 'TITULAR_WEBHOOK_LOOPBACK',
    fallback: 'off',
    bounds: '`off` or `on`; `off` in production',
    purpose:
      'Lets every receiver of webhooks stand on a loopback address of this machine, at any port. For trials in `test`; `on` is refused in `production`.',
    parse: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
  },
  {
    key: 'erasureSweep',
    variable: 'TITULAR_ERASURE_SWEEP',
    fallback: 'on',
    bounds: '`on` or `off`',
    purpose:
      "After erasures, once an hour, vacuums the tables that were touched and writes the database's own log over, at most 160 MB at a time. `off` where the log is archived or the database is managed: the log then goes by the operator's own rules.",
    parse: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
  },
];

/** A setting that cannot be used; the message is one sentence that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

function readSetting(setting: Setting, env: Record<string, string | undefined>): ReturnType<Parse> {
  const text = env[setting.variable]?.trim() || setting.fallback;
  if (text === '') return undefined;
  const value = setting.parse(text);
  if (value === undefined) {
    const shown = setting.secret ? 'the given value' : JSON.stringify(text);
    throw new ConfigError(`${setting.variable} must be ${setting.bounds}, not ${shown}.`);
  }
  return value;
}

const listenAddress = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Reads and checks all settings; throws `ConfigError` for the first that is wrong. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const config = Object.fromEntries(
    settings.map((setting) => [setting.key, readSetting(setting, env)]),
  ) as Config;
  config.trustedProxies ??= [];
  config.drainSeconds ??= DRAIN_SECONDS[config.environment];
  config.publicUrl ??= listenAddress(config.host, config.port);
  config.embeddedDatabase ??= config.environment === 'test';
  config.withoutTls ??= [];
  config.isDataDirectoryGiven = Boolean(env['TITULAR_DATA_DIR']?.trim());
  if (config.faceEngineSecret && !config.faceEngineUrl) {
    throw new ConfigError('TITULAR_FACE_ENGINE_SECRET needs TITULAR_FACE_ENGINE_URL beside it.');
  }
  const problem = productionProblem(config) ?? platformProblem(config);
  if (problem) throw new ConfigError(problem);
  if (config.masterKeyFile && config.masterKey) {
    throw new ConfigError('Set TITULAR_MASTER_KEY_FILE or TITULAR_MASTER_KEY, not both.');
  }
  return config;
}

/** Copies the environment and takes the secrets of the settings out of it, so that no program started from here inherits them. */
export function takeEnvironment(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const taken = { ...env };
  for (const { variable, secret } of settings) if (secret) delete env[variable];
  return taken;
}
