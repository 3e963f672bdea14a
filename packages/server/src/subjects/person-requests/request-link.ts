import type { LateLinkState } from '@titular/contract';
import { sql } from 'kysely';
import type { AnyId, CompanyId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { recordEvent } from '../../webhooks/index.ts';
import type { SubjectTable } from '../subject-table.ts';
import { refOf } from './ref-of.ts';

/** Tells the company that somebody holds a link of the subject that does not open, and wants a new one. */
export async function requestLink(
  trx: Db,
  of: SubjectTable,
  tenantId: TenantId,
  id: AnyId,
  linkState: LateLinkState,
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ company_id: CompanyId }>`
    SELECT company_id FROM ${sql.table(of.table)} WHERE tenant_id = ${tenantId} AND ${sql.ref(of.id)} = ${id}`.execute(
    trx,
  );
  const subject = { type: 'link.requested', about: refOf(of, id), linkState } as const;
  for (const { company_id: companyId } of rows) await recordEvent(trx, { tenantId, companyId, subject, at });
}
