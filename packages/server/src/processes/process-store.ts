import type { AuthenticationResult, LivenessResult, ProcessPurpose } from '@titular/contract';
import { type Selectable, sql } from 'kysely';
import type { CompanyId, ProcessId, TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { listTenantsOf } from '../kernel/database/tenants-of.ts';
import type { ProcessStatus } from './process.ts';

/** A process as it is kept; sealed values are sealed, and empty once the person was erased. */
export type ProcessRow = {
  processId: ProcessId;
  companyId: CompanyId;
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
  language: string | undefined;
  theme: string | undefined;
  erasureRequestedAt: Date | undefined;
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
  'language',
  'theme',
  'erasure_requested_at',
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
  language: row.language ?? undefined,
  theme: row.theme ?? undefined,
  erasureRequestedAt: row.erasure_requested_at ?? undefined,
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
  | 'language'
  | 'theme'
>;

/** Writes a process with its first history row; false when its id is taken. */
export async function insertProcess(db: Db, tenantId: TenantId, row: NewProcessRow): Promise<boolean> {
  const result = await sql`
    WITH created AS (
      INSERT INTO processes (tenant_id, process_id, company_id, platform, status, purpose, client_reference,
        identity_key, identity_hash, sealed_identity, sealed_name, sealed_callback_uri, created_at, expires_at,
        language, theme)
      VALUES (${tenantId}, ${row.processId}, ${row.companyId}, ${row.platform}, 'created', ${row.purpose},
        ${row.clientReference ?? null}, ${row.identityKey}, ${row.identityHash}, ${row.sealedIdentity},
        ${row.sealedName ?? null}, ${row.sealedCallbackUri ?? null}, ${row.createdAt}, ${row.expiresAt},
        ${row.language ?? null}, ${row.theme ?? null})
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
  tenantId: TenantId,
  processId: ProcessId,
): Promise<ProcessRow | undefined> {
  const row = await db
    .selectFrom('processes')
    .select(PROCESS_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('process_id', '=', processId)
    .executeTakeFirst();
  return row && toRow(row);
}

/** The tenants that have a process of one of these ids. */
export const listTenantsOfProcesses = (db: Db, ids: readonly string[]): Promise<TenantId[]> =>
  listTenantsOf(db, 'processes', 'process_id', ids);
