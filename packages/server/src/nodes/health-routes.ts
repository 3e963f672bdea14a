import { Health, NotReadyResponse, Readiness, type ReadinessCause, readinessCauses } from '@titular/contract';
import { defineRoute, type Route, type RouteReply } from '../kernel/http/route.ts';
import type { NodeWatch } from './watch-node.ts';

/** What health needs; readiness turns red as soon as the service begins to stop. */
export type HealthDeps = { nodeWatch: Pick<NodeWatch, 'readiness'> };

const RETRY_AFTER_SECONDS = '5';

/** The body of every error, with the causes by their codes beside it. */
const notReady = (causes: readonly ReadinessCause[]): RouteReply => ({
  status: 500,
  body: { code: '50001', message: causes.map((cause) => readinessCauses[cause]).join(' '), causes },
  headers: { 'retry-after': RETRY_AFTER_SECONDS },
});

/** Answers whether this node can serve now, and if not, cause by cause what is missing. */
export async function replyReadiness({ nodeWatch }: HealthDeps): Promise<RouteReply> {
  const { causes, warnings } = await nodeWatch.readiness();
  if (causes.length > 0) return notReady(causes);
  return { status: 200, body: { status: 'ready', ...(warnings.length > 0 ? { warnings } : {}) } };
}

/** Liveness and readiness for whoever watches the process: alive says only that it answers, ready that it can serve now. */
export const healthRoutes = (deps: HealthDeps): Route[] => [
  defineRoute({
    operationId: 'readHealth',
    isFrequent: true,
    summary: 'Whether the process is alive',
    method: 'GET',
    path: '/healthz',
    access: 'public',
    bodyKind: 'none',
    responses: { 200: Health },
    handle: async () => ({ status: 200, body: { status: 'alive' } }),
  }),
  defineRoute({
    operationId: 'readReadiness',
    isFrequent: true,
    summary: 'Whether the service can serve requests now',
    method: 'GET',
    path: '/readyz',
    access: 'public',
    bodyKind: 'none',
    responses: { 200: Readiness, 500: NotReadyResponse },
    handle: () => replyReadiness(deps),
  }),
];
