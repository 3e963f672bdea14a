import { numberBetween } from './config-values.ts';
import type { Setting } from './setting.ts';

/** Seconds of drain where the operator names none: two checks of a load balancer that asks each 2 s, and one to spare. */
export const DRAIN_SECONDS = { test: 0, production: 5 } as const;

/** The settings of one process among several on one database. */
export const nodeSettings: readonly Setting[] = [
  {
    key: 'drainSeconds',
    variable: 'TITULAR_DRAIN_SECONDS',
    fallback: '',
    bounds: '0 to 600',
    purpose: `Seconds after SIGTERM during which \`/readyz\` returns \`500\` while requests are still answered, so that a load balancer sends new ones elsewhere. The process then ends within 25 more seconds. Use more than two intervals of the balancer's health checks. Default: ${DRAIN_SECONDS.production}; in \`test\`, ${DRAIN_SECONDS.test}.`,
    parse: numberBetween(0, 600),
  },
];
