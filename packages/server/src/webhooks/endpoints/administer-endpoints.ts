import type { AuditAction } from '@titular/contract';
import type { Kysely } from 'kysely';
import { type AuditEntry, insertAuditEntry } from '../../audit/index.ts';
import type { Environment } from '../../config/config.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import type { EndpointId, TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { parsePathId } from '../../kernel/http/body/parse-query.ts';
import type { Actor } from '../../kernel/http/service-actor.ts';
import type { TenantKeys } from '../../tenants/index.ts';
import { type LockedEndpointRow, lockEndpoint } from './endpoint-change-store.ts';
import type { FindEndpointRules } from './endpoint-url.ts';

/** What the use cases on endpoints need; with an open transaction as `db` they become part of it. */
export type EndpointDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  tenantKeys: TenantKeys;
  environment: Environment;
  endpointRules: FindEndpointRules;
};

/** Holds an endpoint of the tenant until the commit; refuses with 40006 and 40406. */
export async function requireEndpoint(
  trx: Db,
  tenantId: TenantId,
  endpointId: string,
): Promise<LockedEndpointRow> {
  const held = await lockEndpoint(trx, tenantId, parsePathId(endpointId));
  if (!held) throw new Refusal('40406');
  return held;
}

type EndpointAction = Extract<AuditAction, `webhook-endpoint.${string}`>;

/** Adds an entry about an endpoint in the database transaction of the change: what is shown of it and never what is sealed. */
export const auditEndpoint = (
  trx: Db,
  { clock }: EndpointDeps,
  { tenantId, actor }: Actor,
  {
    endpointId,
    ...entry
  }: Omit<AuditEntry<EndpointAction>, 'tenantId' | 'subject'> & { endpointId: EndpointId },
): Promise<void> =>
  insertAuditEntry(trx, { clock, actor }, { tenantId, subject: `webhook-endpoint/${endpointId}`, ...entry });
