import pg from 'pg';
import { oneOf, type Parse } from './config-values.ts';
import type { Config, Setting } from './setting.ts';

const onOrOff: Parse = (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined);

/** Connections that may go without TLS in production where the operator says so. */
const PLAIN = ['database', 'face-engine', 'objects'] as const;

const parsePlain: Parse = (text) => {
  const words = text.split(',').map((word) => word.trim());
  return words.every((word) => oneOf(...PLAIN)(word) !== undefined) ? words : undefined;
};

/** What production asks an operator to accept in words. */
export const productionSettings: readonly Setting[] = [
  {
    key: 'embeddedDatabase',
    variable: 'TITULAR_EMBEDDED_DATABASE',
    fallback: '',
    bounds: '`on` or `off`',
    purpose:
      'Whether to use the embedded PostgreSQL if DATABASE_URL is not set. It is a preview release of one server without replicas, for trials. Default: `on` in `test`, `off` in `production`.',
    parse: onOrOff,
  },
  {
    key: 'withoutTls',
    variable: 'TITULAR_WITHOUT_TLS',
    fallback: '',
    bounds: '`database`, `face-engine` and `objects`, comma-separated',
    purpose:
      'Connections to other hosts that may run without TLS, or with an unverified certificate, in `production`. Default: none.',
    parse: parsePlain,
  },
  {
    key: 'tryIt',
    variable: 'TITULAR_TRY_IT',
    fallback: '',
    bounds: '`on` or `off`; only `off` in production',
    purpose:
      'Serves a page at `/docs/try` that sends requests from the browser to this service, with a token that its reader pastes. It has the origin of the API, so no other origin is allowed anything. Default: `on` in `test` where TITULAR_PUBLIC_URL is this machine, `off` elsewhere.',
    parse: onOrOff,
  },
  {
    key: 'allowRoot',
    variable: 'TITULAR_ALLOW_ROOT',
    fallback: 'off',
    bounds: '`on` or `off`',
    purpose:
      'Lets the service run as root in `production`, including the code that reads pictures from strangers.',
    parse: onOrOff,
  },
];

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|\/.*)$/i;

/** Whether a host is this machine. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** Whether requests are sent from a page where nobody said so: in `test`, on this machine. */
export const isTriedHere = ({ environment, publicUrl }: Pick<Config, 'environment' | 'publicUrl'>): boolean =>
  environment === 'test' && isLoopback(new URL(publicUrl).hostname);

/** Whether the driver would send to another host in clear, or to one that it does not check; the driver itself reads the address. */
export function isDatabasePlain(connectionString: string): boolean {
  const { host, ssl } = new pg.Client({ connectionString });
  if (isLoopback(host)) return false;
  const { rejectUnauthorized } = Object(ssl) as { rejectUnauthorized?: boolean };
  return !ssl || rejectUnauthorized === false;
}

function isEnginePlain(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isLoopback(hostname);
}

const prefixOf = (range: string): number => Number(range.split('/')[1]);

/** Shortest prefixes that a network of proxies has; the private 10.0.0.0/8 is the largest. */
const MIN_PREFIX = { ipv4: 8, ipv6: 16 } as const;

/** Whether a range holds far more addresses than anybody's proxies have. */
export const isTooWide = (range: string): boolean =>
  prefixOf(range) < (range.includes(':') ? MIN_PREFIX.ipv6 : MIN_PREFIX.ipv4);

type Rule = readonly [isBroken: (config: Config) => boolean, sentence: string];

const RULES: readonly Rule[] = [
  [
    ({ publicUrl }) => !publicUrl.startsWith('https://'),
    'TITULAR_PUBLIC_URL must be an https address in production.',
  ],
  [
    ({ masterKey, masterKeyFile }) => !masterKey && !masterKeyFile,
    'TITULAR_MASTER_KEY_FILE or TITULAR_MASTER_KEY must be set in production.',
  ],
  [
    ({ trustedProxies }) => trustedProxies.some((range) => prefixOf(range) === 0),
    'TITULAR_TRUSTED_PROXIES must not hold every address (a prefix of 0) in production: each client would choose its own.',
  ],
  [({ webhookLoopback }) => webhookLoopback, 'TITULAR_WEBHOOK_LOOPBACK must be off in production.'],
  [({ tryIt }) => tryIt, 'TITULAR_TRY_IT must be off in production.'],
  [
    ({ databaseUrl, embeddedDatabase }) => !databaseUrl && !embeddedDatabase,
    'DATABASE_URL must be set in production; TITULAR_EMBEDDED_DATABASE=on uses the embedded PostgreSQL, for trials only.',
  ],
  [
    ({ databaseUrl, withoutTls }) =>
      databaseUrl !== undefined && !withoutTls.includes('database') && isDatabasePlain(databaseUrl),
    'DATABASE_URL must require TLS with a verified certificate (sslmode=verify-full) for another host in production; TITULAR_WITHOUT_TLS=database allows it without.',
  ],
  [
    ({ reportDatabaseUrl, withoutTls }) =>
      reportDatabaseUrl !== undefined &&
      !withoutTls.includes('database') &&
      isDatabasePlain(reportDatabaseUrl),
    'DATABASE_REPORT_URL must require TLS with a verified certificate (sslmode=verify-full) for another host in production; TITULAR_WITHOUT_TLS=database allows it without.',
  ],
  [
    ({ faceEngineUrls = [], withoutTls }) =>
      !withoutTls.includes('face-engine') && faceEngineUrls.some(isEnginePlain),
    'TITULAR_FACE_ENGINE_URL must be an https address for another host in production; TITULAR_WITHOUT_TLS=face-engine allows http.',
  ],
  [
    ({ otherFaceEngine, withoutTls }) =>
      !withoutTls.includes('face-engine') &&
      Array.isArray(otherFaceEngine) &&
      otherFaceEngine.some(isEnginePlain),
    'TITULAR_OTHER_FACE_ENGINE must be an https address for another host in production; TITULAR_WITHOUT_TLS=face-engine allows http.',
  ],
  [
    ({ objectsUrl, withoutTls }) =>
      objectsUrl !== undefined && !withoutTls.includes('objects') && isEnginePlain(objectsUrl),
    'TITULAR_OBJECTS_URL must be an https address for another host in production; TITULAR_WITHOUT_TLS=objects allows http.',
  ],
  [
    ({ erasureLedger }) => erasureLedger === undefined,
    'TITULAR_ERASURE_LEDGER must be set in production: a file on storage that outlives the database and that all nodes share, or off, which lets restored backups bring erased persons back.',
  ],
];

/** Why the settings cannot be used in production, in one sentence that begins with one of them; undefined when they can. */
export function productionProblem(config: Config): string | undefined {
  // It has no database, no keys and no address for people.
  if (config.role === 'engine') return undefined;
  if (config.environment !== 'production')
    return config.databaseUrl || config.embeddedDatabase
      ? undefined
      : 'DATABASE_URL must be set if TITULAR_EMBEDDED_DATABASE is off.';
  return RULES.find(([isBroken]) => isBroken(config))?.[1];
}

/** Why a process of this user must not serve, in one sentence; undefined when it may. */
export const rootProblem = (config: Config, uid: number | undefined): string | undefined =>
  uid === 0 && config.environment === 'production' && !config.allowRoot
    ? 'In production titular must not run as root: start it as its own user (docs/guides/going-to-production.md), or allow root with TITULAR_ALLOW_ROOT=on.'
    : undefined;
