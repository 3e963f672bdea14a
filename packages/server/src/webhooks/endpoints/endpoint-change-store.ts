import { sql } from 'kysely';
import type { EndpointId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { DELIVERIES_CHANNEL } from '../deliveries/delivery-store.ts';
import type { AuthenticationKind, Endpoint, EndpointChoices, SealedEndpoint } from './endpoint.ts';
import { choiceColumns, ENDPOINT_COLUMNS, toEndpoint } from './endpoint-store.ts';

/** What of an endpoint a change needs besides what it shows. */
export type LockedEndpointRow = { endpoint: Endpoint; sealedSecret: Buffer };

/** Holds an endpoint that was not deleted in the caller's database transaction, so that no other change and no sender comes between. */
export async function lockEndpoint(
  trx: Db,
  tenantId: TenantId,
  endpointId: EndpointId,
): Promise<LockedEndpointRow | undefined> {
  const row = await trx
    .selectFrom('webhook_endpoints')
    .select([...ENDPOINT_COLUMNS, 'sealed_secret'])
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && { endpoint: toEndpoint(row), sealedSecret: row.sealed_secret };
}

/** Replaces what the owner chose for an endpoint. */
export async function updateChoices(
  trx: Db,
  tenantId: TenantId,
  endpointId: EndpointId,
  choices: EndpointChoices,
): Promise<void> {
  await trx
    .updateTable('webhook_endpoints')
    .set({
      ...choiceColumns(choices),
      // What another address did says nothing of this one.
      failures: sql`CASE WHEN url = ${choices.url} THEN failures ELSE 0 END`,
      failing_since: sql`CASE WHEN url = ${choices.url} THEN failing_since END`,
      rests_until: sql`CASE WHEN url = ${choices.url} THEN rests_until END`,
    })
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .execute();
}

/** Replaces how requests to an endpoint are authenticated. */
export async function updateAuthentication(
  trx: Db,
  tenantId: TenantId,
  endpointId: EndpointId,
  { kind, sealed }: { kind: AuthenticationKind; sealed: Buffer | undefined },
): Promise<void> {
  await trx
    .updateTable('webhook_endpoints')
    .set({ authentication: kind, sealed_authentication: sealed ?? null })
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .execute();
}

/** Switches an endpoint on and forgets how it failed. */
export async function enableEndpoint(trx: Db, tenantId: TenantId, endpointId: EndpointId): Promise<void> {
  await trx
    .updateTable('webhook_endpoints')
    .set({
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
      failures: 0,
      rests_until: null,
    })
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .execute();
}

/** Replaces the secret that signs; `previousSecret` signs beside it until `previousSecretEndsAt`. */
export async function updateSecret(
  trx: Db,
  tenantId: TenantId,
  endpointId: EndpointId,
  {
    secret,
    previousSecret,
    previousSecretEndsAt,
  }: Pick<SealedEndpoint, 'secret' | 'previousSecret'> & { previousSecretEndsAt: Date | undefined },
): Promise<void> {
  await trx
    .updateTable('webhook_endpoints')
    .set({
      sealed_secret: secret,
      sealed_previous_secret: previousSecret ?? null,
      previous_secret_ends_at: previousSecretEndsAt ?? null,
    })
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .execute();
}

/**
 * Marks an endpoint as deleted, switched off, with nothing left in its row of what was sealed; the row stays for the log of what was sent. The
 * answer to a request with a key keeps a sealed copy of the secret for a day.
 */
export async function deleteEndpointSecrets(
  trx: Db,
  tenantId: TenantId,
  endpointId: EndpointId,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('webhook_endpoints')
    .set({
      deleted_at: at,
      enabled: false,
      disabled_reason: sql`coalesce(disabled_reason, 'asked')`,
      disabled_at: sql`coalesce(disabled_at, ${at})`,
      sealed_secret: Buffer.alloc(0),
      sealed_previous_secret: null,
      previous_secret_ends_at: null,
      sealed_authentication: null,
    })
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .execute();
}

/** Wakes whoever sends to an endpoint after the caller's database transaction commits. */
export async function wakeSender(trx: Db, tenantId: TenantId, endpointId: EndpointId): Promise<void> {
  await trx
    .insertInto('wake_outbox')
    .values({ channel: DELIVERIES_CHANNEL, payload: `${tenantId}/${endpointId}` })
    .execute();
}
