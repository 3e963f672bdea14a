import manifest from '../../package.json' with { type: 'json' };
import { haproxyAnswers, haproxyFile } from './balancer-files.ts';
import { databaseRoles } from './database-roles.ts';
import {
  ALLOCATOR,
  DATA_DIRECTORY,
  DRAIN,
  LEDGER,
  listVariables,
  MIGRATES,
  PORTS,
  SECRETS,
  SECRETS_DIRECTORY,
  START_SECONDS,
  stopSeconds,
  USER,
} from './settings.ts';
import { writeYaml, type Yaml } from './yaml.ts';

type Fields = { readonly [name: string]: Yaml };

/** An image by a variable of Compose, with what it is where nobody sets that. */
const imageOf = (variable: string, usual: string): string => `\${${variable}:-${usual}}`;

const IMAGES = {
  titular: imageOf('IMAGE', `localhost/titular:${manifest.version}`),
  postgres: imageOf('POSTGRES_IMAGE', 'docker.io/library/postgres:17'),
  haproxy: imageOf('HAPROXY_IMAGE', 'docker.io/library/haproxy:3.0'),
} as const;

/** The nodes behind the balancer. */
export const NODES = ['titular-1', 'titular-2'] as const;
const DATABASE_PASSWORD = 'database-password';
const ROLES_FILE = 'compose/database.sql';

/** The name server that Compose gives each container. */
const NAME_SERVER = '127.0.0.11:53';

const ASK_READINESS = `require('node:http').get('http://127.0.0.1:${PORTS.operations}/readyz', (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))`;

/** Says of a process what `/readyz` says, for `docker compose up --wait`; the image has no shell. */
export const readiness = (): Fields => ({
  test: ['CMD', '/usr/bin/node', '-e', ASK_READINESS],
  interval: '5s',
  timeout: '4s',
  retries: 2,
  start_period: `${START_SECONDS}s`,
});

/** A variable of Compose that has to be set, and what to say where it is not. */
const demandOf = (variable: string, sentence: string): string => `\${${variable}:?${sentence}}`;

const PUBLIC_URL = demandOf('PUBLIC_URL', 'the https address of the balancer');

const environment = (): Fields =>
  Object.fromEntries([
    ...listVariables('compose').map(({ variable, value }) => [
      variable,
      variable === 'TITULAR_PUBLIC_URL' ? PUBLIC_URL : value,
    ]),
    ...SECRETS.map(({ variable, file }) => [variable, `${SECRETS_DIRECTORY}/${file}`]),
    [ALLOCATOR.variable, ALLOCATOR.value],
  ]);

/** What every process of the service gets: no rights, a root file system that cannot be written, and secrets as files. */
export const confined = (): Fields => ({
  image: IMAGES.titular,
  user: `${USER}:${USER}`,
  read_only: true,
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  tmpfs: ['/tmp', `${DATA_DIRECTORY}:uid=${USER},gid=${USER},mode=0700`],
  volumes: [
    {
      type: 'bind',
      source: './ledger',
      target: LEDGER.directory,
      bind: { create_host_path: false },
    },
  ],
  environment: environment(),
  secrets: SECRETS.map(({ file }) => ({ source: file, target: `${SECRETS_DIRECTORY}/${file}` })),
});

const postgres = (): Fields => ({
  image: IMAGES.postgres,
  command: [
    'postgres',
    '-c',
    'max_connections=200',
    '-c',
    'shared_buffers=512MB',
    '-c',
    'wal_compression=on',
  ],
  // The role of the service is made by the file below, because the image makes the role that is named here a superuser.
  environment: { POSTGRES_PASSWORD_FILE: `/run/secrets/${DATABASE_PASSWORD}` },
  secrets: [DATABASE_PASSWORD],
  volumes: [
    'database:/var/lib/postgresql/data',
    `./${ROLES_FILE}:/docker-entrypoint-initdb.d/titular.sql:ro`,
  ],
  // While it makes its database, the server listens on its socket alone.
  healthcheck: {
    test: ['CMD', 'pg_isready', '-h', '127.0.0.1', '-U', 'titular'],
    interval: '2s',
    timeout: '2s',
    retries: 30,
  },
  restart: 'unless-stopped',
  stop_grace_period: '60s',
});

const afterDatabase: Fields = { postgres: { condition: 'service_healthy' } };

const migrate = (): Fields => ({
  ...confined(),
  command: ['migrate'],
  depends_on: afterDatabase,
  restart: 'on-failure',
});

/** A process of the service that is started again when it ends. */
export const node = (): Fields => ({
  ...confined(),
  command: ['serve'],
  depends_on: MIGRATES
    ? { ...afterDatabase, migrate: { condition: 'service_completed_successfully' } }
    : afterDatabase,
  healthcheck: readiness(),
  restart: 'unless-stopped',
  stop_grace_period: `${stopSeconds(DRAIN.machine)}s`,
  mem_limit: '2g',
  expose: [String(PORTS.public)],
});

const haproxy = (): Fields => ({
  image: IMAGES.haproxy,
  read_only: true,
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  volumes: [
    './compose/haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro',
    ...Object.keys(haproxyAnswers()).map((name) => `./haproxy/${name}:/usr/local/etc/haproxy/${name}:ro`),
  ],
  ports: [`127.0.0.1:${PORTS.public}:${PORTS.public}`],
  depends_on: [...NODES],
  restart: 'unless-stopped',
});

/** The whole deployment on one machine; the balancer speaks plain HTTP on loopback, for the TLS in front of it. */
export const composeObject = (): Fields => ({
  name: 'titular',
  services: {
    postgres: postgres(),
    ...(MIGRATES ? { migrate: migrate() } : {}),
    ...Object.fromEntries(NODES.map((name) => [name, node()])),
    haproxy: haproxy(),
  },
  secrets: Object.fromEntries(
    [...SECRETS.map(({ file }) => file), DATABASE_PASSWORD].map((file) => [
      file,
      { file: `./secrets/${file}` },
    ]),
  ),
  volumes: { database: {} },
});

/** The file for Compose, the roles of its database, and the configuration of its balancer. */
export const composeFiles = (): Record<string, string> => ({
  'ops/compose.yaml': writeYaml('Generated from scripts/deployment by `npm run generate`.', composeObject()),
  [`ops/${ROLES_FILE}`]: databaseRoles(),
  'ops/compose/haproxy.cfg': haproxyFile({
    port: PORTS.public,
    nodes: NODES.map((name) => `${name}:${PORTS.public}`),
    directory: '/usr/local/etc/haproxy',
    inside: PORTS.inside,
    nameServer: NAME_SERVER,
  }),
});
