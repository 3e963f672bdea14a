import type { TransactionStatus } from '@titular/contract';
import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** Where a company's events go; the secret is still sealed. */
export type Endpoint = {
  endpointId: string;
  url: string;
  sealedSecret: Buffer;
  maximumAttempts: number;
  timeoutMs: number;
  loopbackAllowed: boolean;
  enabled: boolean;
};

/** Adds an endpoint for the given statuses; none means all final ones. */
export async function insertEndpoint(
  db: Db,
  tenantId: string,
  endpoint: Endpoint & { companyId: string; statuses: readonly TransactionStatus[] },
): Promise<void> {
  await db
    .insertInto('webhook_endpoints')
    .values({
      tenant_id: tenantId,
      endpoint_id: endpoint.endpointId,
      company_id: endpoint.companyId,
      url: endpoint.url,
      sealed_secret: endpoint.sealedSecret,
      statuses: [...endpoint.statuses],
      maximum_attempts: endpoint.maximumAttempts,
      timeout_ms: endpoint.timeoutMs,
      loopback_allowed: endpoint.loopbackAllowed,
      enabled: endpoint.enabled,
    })
    .execute();
}

/** Ids of the company's enabled endpoints that want to hear of the status. */
export async function listEndpointIds(
  db: Db,
  tenantId: string,
  companyId: string,
  status: TransactionStatus,
): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .select('endpoint_id')
    .where('tenant_id', '=', tenantId)
    .where('company_id', '=', companyId)
    .where('enabled', '=', true)
    .where(sql<boolean>`(statuses = '{}' OR ${status} = ANY (statuses))`)
    .execute();
  return rows.map((row) => row.endpoint_id);
}

/** One endpoint of the tenant. */
export async function findEndpoint(
  db: Db,
  tenantId: string,
  endpointId: string,
): Promise<Endpoint | undefined> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select([
      'endpoint_id',
      'url',
      'sealed_secret',
      'maximum_attempts',
      'timeout_ms',
      'loopback_allowed',
      'enabled',
    ])
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst();
  return (
    row && {
      endpointId: row.endpoint_id,
      url: row.url,
      sealedSecret: row.sealed_secret,
      maximumAttempts: row.maximum_attempts,
      timeoutMs: row.timeout_ms,
      loopbackAllowed: row.loopback_allowed,
      enabled: row.enabled,
    }
  );
}

/** Sends nothing more to an endpoint. */
export async function disableEndpoint(db: Db, tenantId: string, endpointId: string): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ enabled: false })
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .execute();
}
