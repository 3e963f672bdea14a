import type { EventType, TransactionStatus } from '@titular/contract';
import { type Selectable, sql } from 'kysely';
import type { CompanyId, EndpointId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { listActiveCompanies } from '../../tenants/index.ts';
import type { AuthenticationKind, Endpoint, EndpointChoices, SealedEndpoint } from './endpoint.ts';

/** The columns of what an owner chooses. */
export const choiceColumns = (choices: EndpointChoices) => ({
  url: choices.url,
  description: choices.description ?? null,
  event_types: [...choices.eventTypes],
  statuses: [...choices.statuses],
  maximum_attempts: choices.maximumAttempts,
  interval_seconds: choices.intervalSeconds ?? null,
  maximum_at_once: choices.maximumAtOnce,
  timeout_ms: choices.timeoutMs,
});

/** Adds an endpoint with its sealed parts. */
export async function insertEndpoint(
  db: Db,
  tenantId: TenantId,
  endpoint: Endpoint,
  sealed: SealedEndpoint,
): Promise<void> {
  await db
    .insertInto('webhook_endpoints')
    .values({
      tenant_id: tenantId,
      endpoint_id: endpoint.endpointId,
      company_id: endpoint.companyId,
      ...choiceColumns(endpoint),
      sealed_secret: sealed.secret,
      authentication: endpoint.authentication,
      sealed_authentication: sealed.authentication ?? null,
      loopback_allowed: endpoint.loopbackAllowed,
      enabled: endpoint.enabled,
      created_at: endpoint.createdAt,
    })
    .execute();
}

/** The columns of an endpoint without its sealed parts. */
export const ENDPOINT_COLUMNS = [
  'endpoint_id',
  'company_id',
  'url',
  'description',
  'event_types',
  'statuses',
  'maximum_attempts',
  'interval_seconds',
  'maximum_at_once',
  'timeout_ms',
  'authentication',
  'previous_secret_ends_at',
  'loopback_allowed',
  'enabled',
  'disabled_reason',
  'disabled_at',
  'failing_since',
  'failures',
  'created_at',
] as const;

/** A row of endpoints to the endpoint. */
export const toEndpoint = (
  row: Pick<Selectable<Tables['webhook_endpoints']>, (typeof ENDPOINT_COLUMNS)[number]>,
): Endpoint => ({
  endpointId: row.endpoint_id,
  companyId: row.company_id,
  url: row.url,
  description: row.description ?? undefined,
  eventTypes: row.event_types as EventType[],
  statuses: row.statuses as TransactionStatus[],
  maximumAttempts: row.maximum_attempts,
  intervalSeconds: row.interval_seconds ?? undefined,
  maximumAtOnce: row.maximum_at_once,
  timeoutMs: row.timeout_ms,
  authentication: row.authentication as AuthenticationKind,
  previousSecretEndsAt: row.previous_secret_ends_at ?? undefined,
  loopbackAllowed: row.loopback_allowed,
  enabled: row.enabled,
  disabledReason: row.disabled_reason ?? undefined,
  disabledAt: row.disabled_at ?? undefined,
  failingSince: row.failing_since ?? undefined,
  failures: row.failures,
  createdAt: row.created_at,
});

/** Columns of what is sealed of an endpoint. */
export const SEALED_COLUMNS = ['sealed_secret', 'sealed_previous_secret', 'sealed_authentication'] as const;

/** A row of these columns to what they hold, sealed as it is. */
export const toSealed = (
  row: Pick<Selectable<Tables['webhook_endpoints']>, (typeof SEALED_COLUMNS)[number]>,
): SealedEndpoint => ({
  secret: row.sealed_secret,
  previousSecret: row.sealed_previous_secret ?? undefined,
  authentication: row.sealed_authentication ?? undefined,
});

/** One endpoint of the tenant that was not deleted. */
export async function findEndpoint(
  db: Db,
  tenantId: TenantId,
  endpointId: EndpointId,
): Promise<Endpoint | undefined> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select(ENDPOINT_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && toEndpoint(row);
}

/** Which endpoints a list shows, of these companies or of all; `beforeId` goes on after the last of the page before. */
export type EndpointFilter = {
  companyIds: readonly CompanyId[] | undefined;
  beforeId: EndpointId | undefined;
};

/** Up to `limit` endpoints of the tenant that were not deleted, newest first: ids grow with time. */
export async function listEndpoints(
  db: Db,
  tenantId: TenantId,
  { companyIds, beforeId }: EndpointFilter,
  limit: number,
): Promise<Endpoint[]> {
  let query = db
    .selectFrom('webhook_endpoints')
    .select(ENDPOINT_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .orderBy('endpoint_id', 'desc')
    .limit(limit);
  if (companyIds !== undefined)
    query = query.where(sql<boolean>`company_id = ANY (${[...companyIds]}::uuid[])`);
  if (beforeId !== undefined) query = query.where('endpoint_id', '<', beforeId);
  return (await query.execute()).map(toEndpoint);
}

/** How many endpoints a company has that were not deleted. */
export async function countEndpoints(db: Db, tenantId: TenantId, companyId: CompanyId): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_endpoints')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Up to `limit` active companies of the deployment to which no webhook can be sent, the oldest first. */
export const listCompaniesWithoutEndpoint = (db: Db, limit: number): Promise<string[]> =>
  listActiveCompanies(
    db,
    sql<boolean>`NOT EXISTS (SELECT FROM webhook_endpoints w
      WHERE w.tenant_id = c.tenant_id AND w.company_id = c.company_id AND w.deleted_at IS NULL)`,
    limit,
  );

/** An endpoint that was not deleted, with what is sealed of it. */
export async function findSealedEndpoint(
  db: Db,
  tenantId: TenantId,
  endpointId: EndpointId,
): Promise<{ endpoint: Endpoint; sealed: SealedEndpoint } | undefined> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select([...ENDPOINT_COLUMNS, ...SEALED_COLUMNS])
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && { endpoint: toEndpoint(row), sealed: toSealed(row) };
}
