import { type Selectable, sql } from 'kysely';
import type { EndpointId, TenantId } from '../kernel/base/id.ts';
import { deleteOlder } from '../kernel/database/batches/delete-older.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';

/** A link that was not opened, or the session that it opened, without code and secret. */
export type Access = {
  tenantId: TenantId;
  accessId: string;
  endpointId: EndpointId;
  /** Who made the link, as the audit log names them. */
  madeBy: string;
  createdAt: Date;
  /** Of a session, since when, of what browser, and when it was last used. */
  opened: { at: Date; browser: string; lastUsedAt: Date } | undefined;
  expiresAt: Date;
};

const COLUMNS = [
  'receiver_accesses.tenant_id',
  'access_id',
  'receiver_accesses.endpoint_id',
  'made_by',
  'receiver_accesses.created_at',
  'opened_at',
  'browser',
  'last_used_at',
  'expires_at',
] as const;

type Row = Pick<
  Selectable<Tables['receiver_accesses']>,
  | ('tenant_id' | 'access_id' | 'endpoint_id' | 'made_by' | 'created_at')
  | ('opened_at' | 'browser' | 'last_used_at' | 'expires_at')
>;

const toAccess = (row: Row): Access => ({
  tenantId: row.tenant_id,
  accessId: row.access_id,
  endpointId: row.endpoint_id,
  madeBy: row.made_by,
  createdAt: row.created_at,
  opened: row.opened_at
    ? { at: row.opened_at, browser: row.browser ?? '', lastUsedAt: row.last_used_at ?? row.opened_at }
    : undefined,
  expiresAt: row.expires_at,
});

/** Locks an endpoint that is on, of a tenant that is on, so that neither is switched off before the commit; false for any other. */
export async function lockEndpointThatIsOn(
  trx: Db,
  tenantId: TenantId,
  endpointId: EndpointId,
): Promise<boolean> {
  const row = await trx
    .selectFrom('webhook_endpoints')
    .innerJoin('tenants', 'tenants.tenant_id', 'webhook_endpoints.tenant_id')
    .select('endpoint_id')
    .where('webhook_endpoints.tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .where('webhook_endpoints.enabled', '=', true)
    .where('webhook_endpoints.deleted_at', 'is', null)
    .where('tenants.active', '=', true)
    .forNoKeyUpdate('webhook_endpoints')
    .forShare('tenants')
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a link; only the digest of its code is kept. */
export async function insertLink(
  db: Db,
  { codeHash, ...link }: Omit<Access, 'opened'> & { codeHash: Buffer },
): Promise<void> {
  await db
    .insertInto('receiver_accesses')
    .values({
      tenant_id: link.tenantId,
      access_id: link.accessId,
      endpoint_id: link.endpointId,
      made_by: link.madeBy,
      created_at: link.createdAt,
      code_hash: codeHash,
      expires_at: link.expiresAt,
    })
    .execute();
}

/** Accesses by the digest of their code or secret, where the endpoint and its tenant are on. */
const findBy = (db: Db, column: 'code_hash' | 'secret_hash', hash: Buffer, now: Date) =>
  db
    .selectFrom('receiver_accesses')
    .innerJoin('webhook_endpoints', (join) =>
      join
        .onRef('webhook_endpoints.tenant_id', '=', 'receiver_accesses.tenant_id')
        .onRef('webhook_endpoints.endpoint_id', '=', 'receiver_accesses.endpoint_id'),
    )
    .innerJoin('tenants', 'tenants.tenant_id', 'receiver_accesses.tenant_id')
    .select(COLUMNS)
    .where(column, '=', hash)
    .where('expires_at', '>', now)
    .where('webhook_endpoints.enabled', '=', true)
    .where('webhook_endpoints.deleted_at', 'is', null)
    .where('tenants.active', '=', true)
    .executeTakeFirst();

/** The link of a code that may still be opened; used, ended and over are all the same. */
export async function findLink(db: Db, codeHash: Buffer, now: Date): Promise<Access | undefined> {
  const row = await findBy(db, 'code_hash', codeHash, now);
  return row && toAccess(row);
}

/** The session of a secret that goes on; ended and over are all the same. */
export async function findSession(db: Db, secretHash: Buffer, now: Date): Promise<Access | undefined> {
  const row = await findBy(db, 'secret_hash', secretHash, now);
  return row && toAccess(row);
}

/** Makes a link the session that it opens (compare-and-set); false where somebody was first or it was ended meanwhile. */
export async function turnIntoSession(
  db: Db,
  { tenantId, accessId }: Pick<Access, 'tenantId' | 'accessId'>,
  session: { codeHash: Buffer; secretHash: Buffer; browser: string; at: Date; expiresAt: Date },
): Promise<boolean> {
  const turned = await db
    .updateTable('receiver_accesses')
    .set({
      code_hash: null,
      secret_hash: session.secretHash,
      browser: session.browser,
      opened_at: session.at,
      last_used_at: session.at,
      expires_at: session.expiresAt,
    })
    .where('tenant_id', '=', tenantId)
    .where('access_id', '=', accessId)
    .where('code_hash', '=', session.codeHash)
    .executeTakeFirst();
  return turned.numUpdatedRows === 1n;
}

/** Notes that a session was used. */
export async function touchReceiver(
  db: Db,
  { tenantId, accessId }: Pick<Access, 'tenantId' | 'accessId'>,
  at: Date,
): Promise<void> {
  await db
    .updateTable('receiver_accesses')
    .set({ last_used_at: at })
    .where('tenant_id', '=', tenantId)
    .where('access_id', '=', accessId)
    .where('last_used_at', '<', at)
    .execute();
}

/** The links and sessions of an endpoint that are not over, the newest first. */
export async function listAccesses(
  db: Db,
  tenantId: TenantId,
  endpointId: EndpointId,
  now: Date,
): Promise<Access[]> {
  const rows = await db
    .selectFrom('receiver_accesses')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .where('expires_at', '>', now)
    .orderBy('access_id', 'desc')
    .execute();
  return rows.map(toAccess);
}

/** Which accesses end: all of a tenant, those of an endpoint, one of them, or those that an actor made. */
export type Ending = { tenantId: TenantId; endpointId?: EndpointId; accessId?: string; madeBy?: string };

/** Deletes accesses, locked in the order of their ids; answers those that were there. */
export async function deleteAccesses(
  trx: Db,
  { tenantId, endpointId, accessId, madeBy }: Ending,
): Promise<Access[]> {
  const ofEndpoint = endpointId === undefined ? sql`` : sql`AND endpoint_id = ${endpointId}::uuid`;
  const one = accessId === undefined ? sql`` : sql`AND access_id = ${accessId}::uuid`;
  const ofMaker = madeBy === undefined ? sql`` : sql`AND made_by = ${madeBy}`;
  const { rows } = await sql<Row>`
    DELETE FROM receiver_accesses WHERE tenant_id = ${tenantId}::uuid AND access_id = ANY (ARRAY(
      SELECT access_id FROM receiver_accesses WHERE tenant_id = ${tenantId}::uuid ${ofEndpoint} ${one} ${ofMaker}
      ORDER BY access_id FOR UPDATE))
    RETURNING tenant_id, access_id, endpoint_id, made_by, created_at, opened_at, browser, last_used_at, expires_at`.execute(
    trx,
  );
  return rows.map(toAccess);
}

/** Deletes accesses that were over before a time. */
export const deleteOldAccesses = deleteOlder('receiver_accesses', 'expires_at');
