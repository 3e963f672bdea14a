import { confined, NODES, node, readiness } from './compose-file.ts';
import { ENGINE_SECRET, PORTS, SECRETS_DIRECTORY } from './settings.ts';
import { writeYaml, type Yaml } from './yaml.ts';

type Fields = { readonly [name: string]: Yaml };

const ENGINES = ['engine-1', 'engine-2'] as const;

const secretMount = (): Yaml[] => [
  { source: ENGINE_SECRET.file, target: `${SECRETS_DIRECTORY}/${ENGINE_SECRET.file}` },
];

const secretVariable = (): Fields => ({
  [ENGINE_SECRET.variable]: `${SECRETS_DIRECTORY}/${ENGINE_SECRET.file}`,
});

const ENGINE_URLS = ENGINES.map((name) => `http://${name}:${PORTS.public}/analyse`).join(',');

/** The network of a machine is its own: what stays on it may go without TLS. */
const PLAIN = { TITULAR_WITHOUT_TLS: 'database,face-engine' } as const;

/** Added to a node of the other file: answers calls alone, and has faces measured by the engine nodes. */
const api = (): Fields => ({
  environment: { TITULAR_ROLE: 'api', TITULAR_FACE_ENGINE_URL: ENGINE_URLS, ...PLAIN, ...secretVariable() },
  secrets: secretMount(),
  depends_on: Object.fromEntries(ENGINES.map((name) => [name, { condition: 'service_started' }])),
});

const worker = (): Fields => {
  const { expose: _none, environment, ...rest } = node();
  return { ...rest, environment: { ...(environment as Fields), TITULAR_ROLE: 'worker' } };
};

/** Has neither database nor keys nor the ledger. */
const engine = (): Fields => {
  const { volumes: _ledger, secrets: _keys, environment: _all, ...rest } = confined();
  return {
    ...rest,
    environment: {
      ...{ TITULAR_ENV: 'production', TITULAR_ROLE: 'engine' },
      ...{ HOST: '0.0.0.0', PORT: String(PORTS.public), MALLOC_ARENA_MAX: '2' },
      ...{ TITULAR_OPERATIONS_PORT: String(PORTS.operations), TITULAR_OPERATIONS_HOST: '0.0.0.0' },
      ...secretVariable(),
    },
    secrets: secretMount(),
    command: ['serve'],
    healthcheck: readiness(),
    restart: 'unless-stopped',
    mem_limit: '2g',
    expose: [String(PORTS.public)],
  };
};

/** What makes the nodes of `ops/compose.yaml` processes of one role each, beside a worker and two engine nodes. */
export const composeRolesObject = (): Fields => ({
  services: {
    ...Object.fromEntries(NODES.map((name) => [name, api()])),
    worker: worker(),
    ...Object.fromEntries(ENGINES.map((name) => [name, engine()])),
  },
  secrets: { [ENGINE_SECRET.file]: { file: `./secrets/${ENGINE_SECRET.file}` } },
});

/** The second file for Compose. */
export const composeRolesFiles = (): Record<string, string> => ({
  'ops/compose.roles.yaml': writeYaml(
    'Generated from scripts/deployment by `npm run generate`. Used with compose.yaml: -f compose.yaml -f compose.roles.yaml',
    composeRolesObject(),
  ),
});
