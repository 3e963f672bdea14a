import { sql } from 'kysely';
import type { CompanyId, ProcessId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { ProcessStatus } from '../../processes/index.ts';

/** A process as the portal lists it. */
export type ListedProcess = {
  processId: ProcessId;
  companyId: CompanyId;
  companyName: string;
  isOurs: boolean;
  status: ProcessStatus;
  purpose: string;
  clientReference: string | undefined;
  uses: number;
  createdAt: Date;
  expiresAt: Date;
  retryUntil: Date | undefined;
  finishedAt: Date | undefined;
  erasedAt: Date | undefined;
};

type Row = {
  process_id: ProcessId;
  company_id: CompanyId;
  company_name: string;
  platform: string;
  status: ProcessStatus;
  purpose: string;
  client_reference: string | null;
  uses: number;
  created_at: Date;
  expires_at: Date;
  retry_until: Date | null;
  finished_at: Date | null;
  erased_at: Date | null;
};

/** Processes of the tenant by id, in the order of lists, each with its company and how many transactions used it: one statement for all. */
export async function listProcessesBy(
  db: Db,
  tenantId: TenantId,
  processIds: readonly string[],
): Promise<ListedProcess[]> {
  const { rows } = await sql<Row>`
    SELECT p.process_id, p.company_id, c.name AS company_name, p.platform, p.status, p.purpose, p.client_reference, h.uses,
      p.created_at, p.expires_at, p.retry_until, p.finished_at, p.erased_at
    FROM processes p
    JOIN companies c ON c.tenant_id = p.tenant_id AND c.company_id = p.company_id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS uses FROM process_history
      WHERE tenant_id = p.tenant_id AND process_id = p.process_id AND event = 'reuse'
    ) h
    WHERE p.tenant_id = ${tenantId} AND p.process_id = ANY (${[...processIds]}::uuid[])
    ORDER BY p.process_id DESC`.execute(db);
  return rows.map((row) => ({
    processId: row.process_id,
    companyId: row.company_id,
    companyName: row.company_name,
    isOurs: row.platform === 'built-in',
    status: row.status,
    purpose: row.purpose,
    clientReference: row.client_reference ?? undefined,
    uses: row.uses,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    retryUntil: row.retry_until ?? undefined,
    finishedAt: row.finished_at ?? undefined,
    erasedAt: row.erased_at ?? undefined,
  }));
}
