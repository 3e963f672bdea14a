import type { AuthenticationResult, LivenessResult, ProcessPurpose } from '@titular/contract';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { ProcessStatus } from './process.ts';

/** A process as it is kept; sealed values are sealed, and empty once the person was erased. */
export type ProcessRow = {
  processId: string;
  companyId: string;
  platform: 'built-in' | 'external';
  status: ProcessStatus;
  purpose: ProcessPurpose;
  clientReference: string | undefined;
  identityKey: string;
  identityHash: Buffer;
  sealedIdentity: Buffer;
  sealedName: Buffer | undefined;
  sealedCallbackUri: Buffer | undefined;
  liveness: LivenessResult;
  authentication: AuthenticationResult;
  createdAt: Date;
  expiresAt: Date;
  retryUntil: Date | undefined;
  finishedAt: Date | undefined;
  erasedAt: Date | undefined;
};

const PROCESS_COLUMNS = [
  'process_id',
  'company_id',
  'platform',
  'status',
  'purpose',
  'client_reference',
  'identity_key',
  'identity_hash',
  'sealed_identity',
  'sealed_name',
  'sealed_callback_uri',
  'liveness',
  'authentication',
  'created_at',
  'expires_at',
  'retry_until',
  'finished_at',
  'erased_at',
] as const;

const toRow = (row: Pick<Selectable<Tables['processes']>, (typeof PROCESS_COLUMNS)[number]>): ProcessRow => ({
  processId: row.process_id,
  companyId: row.company_id,
  platform: row.platform,
  status: row.status as ProcessStatus,
  purpose: row.purpose as ProcessPurpose,
  clientReference: row.client_reference ?? undefined,
  identityKey: row.identity_key,
  identityHash: row.identity_hash,
  sealedIdentity: row.sealed_identity,
  sealedName: row.sealed_name ?? undefined,
  sealedCallbackUri: row.sealed_callback_uri ?? undefined,
  liveness: row.liveness,
  authentication: row.authentication,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  retryUntil: row.retry_until ?? undefined,
  finishedAt: row.finished_at ?? undefined,
  erasedAt: row.erased_at ?? undefined,
});

/** A process as it is begun. */
export type NewProcessRow = Pick<
  ProcessRow,
  | 'processId'
  | 'companyId'
  | 'platform'
  | 'purpose'
  | 'clientReference'
  | 'identityKey'
  | 'identityHash'
  | 'sealedIdentity'
  | 'sealedName'
  | 'sealedCallbackUri'
  | 'createdAt'
  | 'expiresAt'
>;

/** Writes a process with its first history row; false when its id is taken. */
export async function insertProcess(db: Db, tenantId: string, row: NewProcessRow): Promise<boolean> {
  const result = await sql`
    WITH created AS (
      INSERT INTO processes (tenant_id, process_id, company_id, platform, status, purpose, client_reference,
        identity_key, identity_hash, sealed_identity, sealed_name, sealed_callback_uri, created_at, expires_at)
      VALUES (${tenantId}, ${row.processId}, ${row.companyId}, ${row.platform}, 'created', ${row.purpose},
        ${row.clientReference ?? null}, ${row.identityKey}, ${row.identityHash}, ${row.sealedIdentity},
        ${row.sealedName ?? null}, ${row.sealedCallbackUri ?? null}, ${row.createdAt}, ${row.expiresAt})
      ON CONFLICT DO NOTHING
      RETURNING tenant_id, process_id, version, status, created_at
    ), history AS (
      INSERT INTO process_history (tenant_id, process_id, version, event, to_status, actor, at)
      SELECT tenant_id, process_id, version, 'create', status, 'merchant', created_at FROM created
    )
    SELECT process_id FROM created`.execute(db);
  return result.rows.length === 1;
}

/** One process of the tenant. */
export async function findProcess(
  db: Db,
  tenantId: string,
  processId: string,
): Promise<ProcessRow | undefined> {
  const row = await db
    .selectFrom('processes')
    .select(PROCESS_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('process_id', '=', processId)
    .executeTakeFirst();
  return row && toRow(row);
}

/** Whether the tenant has a process with this id. */
export async function isProcess(db: Db, tenantId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('processes')
    .select('process_id')
    .where('tenant_id', '=', tenantId)
    .where('process_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks a process for a change and tells where it stands. */
export async function lockProcess(
  db: Db,
  tenantId: string,
  processId: string,
): Promise<{ status: ProcessStatus; version: number; companyId: string } | undefined> {
  const row = await db
    .selectFrom('processes')
    .select(['status', 'version', 'company_id'])
    .where('tenant_id', '=', tenantId)
    .where('process_id', '=', processId)
    .forUpdate()
    .executeTakeFirst();
  return row && { status: row.status as ProcessStatus, version: row.version, companyId: row.company_id };
}

/** One step of a process on its way; the results stay as they are where they are left out. */
export type ProcessChange = {
  processId: string;
  version: number;
  event: string;
  from: ProcessStatus;
  to: ProcessStatus;
  actor: string;
  reasons: readonly string[];
  transactionId: string | undefined;
  at: Date;
  isEnd: boolean;
  liveness: LivenessResult | undefined;
  authentication: AuthenticationResult | undefined;
  decision: unknown;
};

/** Moves the status if it still stands at `from` and the version before; the database's clock says when it ended. True when it moved. */
export async function updateProcess(db: Db, tenantId: string, change: ProcessChange): Promise<boolean> {
  const result = await db
    .updateTable('processes')
    .set({
      status: change.to,
      version: change.version,
      ...(change.isEnd ? { finished_at: sql<Date>`now()`, retry_until: null } : {}),
      ...(change.liveness ? { liveness: change.liveness } : {}),
      ...(change.authentication ? { authentication: change.authentication } : {}),
      ...(change.decision === undefined ? {} : { decision: JSON.stringify(change.decision) }),
    })
    .where('tenant_id', '=', tenantId)
    .where('process_id', '=', change.processId)
    .where('status', '=', change.from)
    .where('version', '=', change.version - 1)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Adds the history row of a change. */
export async function insertProcessStep(db: Db, tenantId: string, change: ProcessChange): Promise<void> {
  await db
    .insertInto('process_history')
    .values({
      tenant_id: tenantId,
      process_id: change.processId,
      version: change.version,
      event: change.event,
      from_status: change.from,
      to_status: change.to,
      actor: change.actor,
      reasons: [...change.reasons],
      transaction_id: change.transactionId ?? null,
      at: change.at,
    })
    .execute();
}
