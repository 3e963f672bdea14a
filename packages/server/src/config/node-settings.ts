import { hostName, numberBetween, oneOf, serviceAddress } from './config-values.ts';
import { ROLES, type Setting } from './setting.ts';

/** Seconds of drain where the operator names none: two checks of a load balancer that asks each 2 s, and one to spare. */
export const DRAIN_SECONDS = { test: 0, production: 5 } as const;

/** The settings of one process among several on one database. */
export const nodeSettings: readonly Setting[] = [
  {
    key: 'role',
    variable: 'TITULAR_ROLE',
    fallback: 'all',
    bounds: '`all`, `api`, `worker` or `engine`',
    purpose:
      'What this process does (docs/operations/roles.md); `serve --role` says the same. `api`: the API, the hosted page and the portal. `worker`: decisions, webhooks and clean-up, without a public port. `engine`: measures faces for the others, without a database. `all`: everything.',
    parse: oneOf(...ROLES),
  },
  {
    key: 'drainSeconds',
    variable: 'TITULAR_DRAIN_SECONDS',
    fallback: '',
    bounds: '0 to 600',
    purpose: `Seconds after SIGTERM during which \`/readyz\` returns \`500\` while requests are still answered, so that a load balancer sends new ones elsewhere. The process then ends within 25 more seconds. Use more than two intervals of the balancer's health checks. Default: ${DRAIN_SECONDS.production}; in \`test\`, ${DRAIN_SECONDS.test}.`,
    parse: numberBetween(0, 600),
  },
  {
    key: 'migrate',
    variable: 'TITULAR_MIGRATE',
    fallback: 'auto',
    bounds: '`auto`, `check` or `wait`',
    purpose:
      'Who brings the schema of the database up to date (docs/operations/upgrades.md). `auto`: each start and each command, one at a time. `check`: only `titular migrate`; a start that lacks migrations is refused. `wait`: only `titular migrate`; a start waits for it, and a command is refused.',
    parse: oneOf('auto', 'check', 'wait'),
  },
  {
    key: 'operationsPort',
    variable: 'TITULAR_OPERATIONS_PORT',
    fallback: '',
    bounds: '0 to 65535; 0 lets the system choose',
    purpose:
      'TCP port for `/metrics`, `/healthz`, `/readyz` and `/startupz` (docs/operations/metrics.md), 9464 by custom. It requires no token, so keep it on a private network. It uses one more connection to the database. Default: none is opened.',
    parse: numberBetween(0, 65_535),
  },
  {
    key: 'operationsHost',
    variable: 'TITULAR_OPERATIONS_HOST',
    fallback: '127.0.0.1',
    bounds: 'a host name or address',
    purpose: 'Address on which the operations port listens.',
    parse: hostName,
  },
  {
    key: 'overloadMs',
    variable: 'TITULAR_OVERLOAD_MS',
    fallback: '500',
    bounds: '0 to 10000',
    purpose:
      'Milliseconds that calls of merchants may take on average while the process lacks processor time. Where more are under way than fit into that, new ones are refused with `42902`, those of the busiest tenant first (docs/operations/overload.md). 0 turns this off.',
    parse: numberBetween(0, 10_000),
  },
  {
    key: 'logSample',
    variable: 'TITULAR_LOG_SAMPLE',
    fallback: '100',
    bounds: '1 to 10000',
    purpose:
      'At log level `info` and below, each request is logged. Of successful responses to frequent operations (statuses, frames, probes, files of the page), only one in this many is logged, with the number left out. 1 logs all.',
    parse: numberBetween(1, 10_000),
  },
  {
    key: 'callLogSample',
    variable: 'TITULAR_CALL_LOG_SAMPLE',
    fallback: '100',
    bounds: '1 to 10000',
    purpose:
      'The first 60 successful reads (GET) a minute, per account and operation, are kept in the log of calls. Of those beyond, one in this many is kept; its `repeated` counts those left out, so that sums stay exact. Each other call is kept; beyond 60 a minute, a successful one without the shape of what was sent. 1 keeps all whole. Each row takes some 0.4 kB for 14 days.',
    parse: numberBetween(1, 10_000),
  },
  {
    key: 'otlpUrl',
    variable: 'TITULAR_OTLP_URL',
    fallback: '',
    bounds: 'an http or https address',
    purpose:
      'Receiver of traces by OTLP over HTTP, for example `http://127.0.0.1:4318/v1/traces` (docs/operations/traces.md). Default: none; no trace is recorded and no connection opened.',
    parse: serviceAddress,
  },
  {
    key: 'traceShare',
    variable: 'TITULAR_TRACE_SHARE',
    fallback: '1',
    bounds: '0 to 1',
    purpose:
      'Share of the traces that begin at this process to record. A trusted proxy that sends `traceparent` decides for its requests.',
    parse: numberBetween(0, 1, false),
  },
];
