import { commands } from '@titular/cli/commands/commands.ts';
import { errorCatalogue } from '@titular/contract';
import { settings } from '@titular/server/config/config.ts';
import { DRAIN_SECONDS } from '@titular/server/config/node-settings.ts';

/** The ports of a deployment; every generated file takes them from here. */
export const PORTS = {
  public: 8787,
  operations: 9464,
  database: 5432,
  dns: 53,
  tls: 443,
  plain: 80,
  inside: 8786,
} as const;

/** Address, user and places of a deployment as the generated files have them. */
export const PUBLIC_URL = 'https://titular.example';
export const USER = 65_532;
export const DATA_DIRECTORY = '/var/lib/titular';
export const SECRETS_DIRECTORY = '/run/secrets/titular';

/** Secrets of Kubernetes that a deployment may have: more of its own, and the certificate authority of its database. */
export const OPTIONAL_SECRETS = {
  more: { name: 'titular-extra', directory: '/run/secrets/titular-extra' },
  databaseCa: { name: 'titular-db-ca', directory: '/run/secrets/titular-database', file: 'ca.crt' },
} as const;

/** The erasure ledger of a deployment: the setting, and one file that every node writes and that outlives the database. */
export const LEDGER = {
  variable: 'TITULAR_ERASURE_LEDGER',
  directory: '/var/lib/titular-ledger',
  file: '/var/lib/titular-ledger/erasures.ledger',
} as const;

/** Seconds between two health checks of a balancer, and until it has heard of a node that drains. */
export const CHECK_SECONDS = 2;
export const CHECK_TIMEOUT_SECONDS = 1;

/** Seconds of drain: as the program has them, and longer where a cluster spreads the news. */
export const DRAIN = { machine: DRAIN_SECONDS.production, cluster: 15 } as const;

/** Seconds within which the program ends after its drain, and what a supervisor waits beyond them. */
const END_SECONDS = 25;
const SPARE_SECONDS = 5;

/** How long a supervisor waits before it kills a node that drains. */
export const stopSeconds = (drain: number): number => drain + END_SECONDS + SPARE_SECONDS;

/** How long a start may take: a minute for the database, a minute for the engine, and as much for migrations. */
export const START_SECONDS = 300;

/** Whether this release has a command and a setting; files name nothing that it does not know. */
const isCommand = (name: string): boolean => commands.some((command) => command.name === name);
const isSetting = (variable: string): boolean => settings.some((setting) => setting.variable === variable);

/** Whether the schema is brought up to date by a step of its own before nodes start. */
export const MIGRATES = isCommand('migrate') && isSetting('TITULAR_MIGRATE');

/** The variable that names the file of a secret setting. */
const fileOf = (variable: string): string => `${variable}_FILE`;

/** Variables that the program reads: those of the table of settings, and the file of each secret. */
export const knownVariables: ReadonlySet<string> = new Set(
  settings.flatMap(({ variable, secret }) => (secret ? [variable, fileOf(variable)] : [variable])),
);

/** The secrets of a deployment: the variable that names the file, the name of the file, and what it holds. */
export const SECRETS = [
  {
    variable: 'TITULAR_MASTER_KEY_FILE',
    file: 'master.key',
    holds: 'the master key, 32 bytes in base64 (openssl rand -base64 32)',
  },
  {
    variable: fileOf('DATABASE_URL'),
    file: 'database-url',
    holds:
      'the address of the database with its password, postgresql://titular:…@host/titular?sslmode=verify-full',
  },
] as const;

/** What nodes show to engine nodes, as a file. */
export const ENGINE_SECRET = {
  variable: fileOf('TITULAR_FACE_ENGINE_SECRET'),
  file: 'face-engine-secret',
} as const;

/** Where nodes are started: by systemd, by Compose, or by Kubernetes. */
export type Place = 'systemd' | 'compose' | 'kubernetes';

/** A variable with its value, and why it has that. */
export type Variable = {
  variable: string;
  value: string;
  note: string;
  places?: readonly Place[];
  /** Stands in the file as a comment, for the deployments that need it. */
  isCommented?: true;
};

const CONTAINERS: readonly Place[] = ['compose', 'kubernetes'];

const VARIABLES: readonly Variable[] = [
  {
    variable: 'TITULAR_ENV',
    value: 'production',
    note: 'A database keeps the environment of its first start.',
  },
  {
    variable: 'TITULAR_PUBLIC_URL',
    value: PUBLIC_URL,
    note: 'The address at which merchants and people reach the balancer.',
  },
  { variable: 'HOST', value: '0.0.0.0', note: 'Reached by the balancer alone.', places: CONTAINERS },
  {
    variable: 'HOST',
    value: '10.0.0.11',
    note: 'The address of this machine at which a balancer on another machine reaches the node; loopback without it.',
    places: ['systemd'],
    isCommented: true,
  },
  { variable: 'PORT', value: String(PORTS.public), note: 'The public port, plain HTTP behind the balancer.' },
  {
    variable: 'TITULAR_OPERATIONS_PORT',
    value: String(PORTS.operations),
    note: 'Metrics and probes; nobody but supervisor and Prometheus may reach it.',
  },
  {
    variable: 'TITULAR_OPERATIONS_HOST',
    value: '0.0.0.0',
    note: 'Probes come from outside of the container.',
    places: CONTAINERS,
  },
  {
    variable: 'TITULAR_OPERATIONS_HOST',
    value: '10.0.0.11',
    note: 'The address of this machine at which a Prometheus on another machine reaches it; loopback without it.',
    places: ['systemd'],
    isCommented: true,
  },
  {
    variable: 'TITULAR_GALLERY_MEMORY_MB',
    value: '512',
    note: 'With the engine and the heap of Node.js, less than the memory that the container may take.',
    places: CONTAINERS,
  },
  {
    variable: 'TITULAR_TRUSTED_PROXIES',
    value: '127.0.0.1',
    note: 'The addresses of the balancers.',
    places: ['systemd'],
  },
  {
    variable: 'TITULAR_TRUSTED_PROXIES',
    value: '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16',
    note: 'The networks in which the balancers are.',
    places: CONTAINERS,
  },
  {
    variable: 'TITULAR_DATA_DIR',
    value: DATA_DIRECTORY,
    note: 'Holds the prepared nets of the face engine, which are made again where it is empty.',
  },
  {
    variable: LEDGER.variable,
    value: LEDGER.file,
    note: 'Outlives the database; nodes on several machines need one file on storage that they share, or else off.',
  },
  {
    variable: 'TITULAR_DRAIN_SECONDS',
    value: String(DRAIN.machine),
    note: 'More than two intervals of the checks of the balancer.',
    places: ['systemd', 'compose'],
  },
  {
    variable: 'TITULAR_DRAIN_SECONDS',
    value: String(DRAIN.cluster),
    note: 'Until the whole cluster has heard that the node takes no more requests.',
    places: ['kubernetes'],
  },
  {
    variable: 'TITULAR_WITHOUT_TLS',
    value: 'database',
    note: 'The database is in the network of this file; take this away for one that is elsewhere.',
    places: ['compose'],
  },
  { variable: 'TITULAR_LOG_LEVEL', value: 'info', note: 'One line a request.' },
  {
    variable: 'TITULAR_MIGRATE',
    value: 'wait',
    note: 'The schema is brought up to date by titular migrate, which runs once before nodes start.',
  },
];

/** The variables of a node at a place, without secrets. */
export const listVariables = (place: Place): Variable[] =>
  VARIABLES.filter(
    ({ variable, places }) => isSetting(variable) && (places === undefined || places.includes(place)),
  );

const FAULT = { status: 500, retryAfterSeconds: 5 } as const;

/** What a balancer says when it reaches no node at all: the error of the contract for a fault. */
export const UNAVAILABLE = {
  ...FAULT,
  body: JSON.stringify({ code: '50001', message: errorCatalogue['50001'].message }),
} as const;

/** What a balancer says when a node took the request and did not answer: it does not know what was changed. */
export const LOST = {
  ...FAULT,
  body: JSON.stringify({
    code: '50001',
    message: 'The answer was lost; whether anything was changed is not known.',
  }),
} as const;

/** Options of Node.js and of the C allocator that keep the process small (decision 0005), and its garbage collection off the cores that requests need (decision 0087). */
export const NODE_OPTIONS = '--max-semi-space-size=8 --max-old-space-size=1024 --v8-pool-size=1 --no-maglev';
export const ALLOCATOR = { variable: 'MALLOC_ARENA_MAX', value: '2' } as const;
