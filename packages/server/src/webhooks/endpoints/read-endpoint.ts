import type {
  ListWebhookEndpointsQuery,
  ListWebhookEndpointsResponse,
  WebhookEndpoint,
} from '@titular/contract';
import type { CompanyId, TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { parseId, parsePathId } from '../../kernel/http/body/parse-query.ts';
import type { EndpointDeps } from './administer-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { findEndpoint, listEndpoints } from './endpoint-store.ts';

type ReadDeps = Pick<EndpointDeps, 'db' | 'clock'>;

const PAGE_SIZE = 20;

/** An endpoint as the contract shows it at a moment: what has ended by then is left out. */
export const toAnswer = (one: Endpoint, now: Date): WebhookEndpoint => ({
  id: one.endpointId,
  company: one.companyId,
  url: one.url,
  ...(one.description === undefined ? {} : { description: one.description }),
  eventTypes: [...one.eventTypes],
  statuses: [...one.statuses],
  authentication: { kind: one.authentication },
  maximumAttempts: one.maximumAttempts,
  ...(one.intervalSeconds === undefined ? {} : { intervalSeconds: one.intervalSeconds }),
  maximumAtOnce: one.maximumAtOnce,
  timeoutSeconds: one.timeoutMs / 1000,
  enabled: one.enabled,
  ...(one.disabledReason === undefined ? {} : { disabledReason: one.disabledReason }),
  ...(one.disabledAt === undefined ? {} : { disabledAt: one.disabledAt.toISOString() }),
  ...(one.failingSince === undefined ? {} : { failingSince: one.failingSince.toISOString() }),
  failures: one.failures,
  ...(one.previousSecretEndsAt !== undefined && one.previousSecretEndsAt > now
    ? { previousSecretEndsAt: one.previousSecretEndsAt.toISOString() }
    : {}),
  createdAt: one.createdAt.toISOString(),
});

/** An endpoint of the tenant that was not deleted; refuses with 40006 and 40406. */
export async function readEndpoint(db: Db, tenantId: TenantId, endpointId: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(db, tenantId, parsePathId(endpointId));
  if (!endpoint) throw new Refusal('40406');
  return endpoint;
}

/** The same for one that is sent to; refuses with 40070 when it is switched off. */
export async function readEnabledEndpoint(db: Db, tenantId: TenantId, endpointId: string): Promise<Endpoint> {
  const endpoint = await readEndpoint(db, tenantId, endpointId);
  if (!endpoint.enabled) throw new Refusal('40070');
  return endpoint;
}

/** The same as the contract shows it. */
export const showEndpoint = async (
  { db, clock }: ReadDeps,
  tenantId: TenantId,
  endpointId: string,
): Promise<WebhookEndpoint> => toAnswer(await readEndpoint(db, tenantId, endpointId), clock.now());

/** A page of the tenant's endpoints, newest first. */
export function searchEndpoints(
  deps: ReadDeps,
  tenantId: TenantId,
  query: ListWebhookEndpointsQuery,
): Promise<ListWebhookEndpointsResponse> {
  const companyId: CompanyId | undefined = parseId('company', query.company);
  const limit = query.limit === undefined ? PAGE_SIZE : Number(query.limit);
  return searchEndpointsOf(deps, tenantId, companyId && [companyId], { cursor: query.cursor, limit });
}

/** The same of some companies, or of all. */
export async function searchEndpointsOf(
  { db, clock }: ReadDeps,
  tenantId: TenantId,
  companyIds: readonly CompanyId[] | undefined,
  { cursor, limit = PAGE_SIZE }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<ListWebhookEndpointsResponse> {
  const filter = { companyIds, beforeId: parseId('cursor', cursor) };
  // One more than asked for tells whether there is a next page.
  const found = await listEndpoints(db, tenantId, filter, limit + 1);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const now = clock.now();
  return {
    endpoints: page.map((one) => toAnswer(one, now)),
    ...(found.length > limit && last ? { nextCursor: last.endpointId } : {}),
  };
}
