import { sql } from 'kysely';
import { insertAuditEntry } from '../../audit/index.ts';
import { setFaceErasure } from '../../faces/index.ts';
import type { AnyId, CompanyId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { RecordAct } from '../../module.ts';
import { recordEvent } from '../../webhooks/index.ts';
import type { SubjectTable } from '../subject-table.ts';
import { refOf } from './ref-of.ts';

/**
 * Keeps that the person asked for the deletion of their data, with audit entry and event; enrolled faces of the identity go
 * at `facesUntil`. Compare-and-set: asked twice since the capture ended, the second changes nothing, which the answer says.
 */
export async function requestErasure(
  trx: Db,
  of: SubjectTable,
  tenantId: TenantId,
  id: AnyId,
  { facesUntil, since, now }: { facesUntil: Date | undefined; since: Date; now: Date },
  recordAct?: RecordAct,
): Promise<boolean> {
  const { rows } = await sql<{ company_id: CompanyId }>`
    UPDATE ${sql.table(of.table)} SET erasure_requested_at = ${now}
    WHERE tenant_id = ${tenantId} AND ${sql.ref(of.id)} = ${id}
      AND (erasure_requested_at IS NULL OR erasure_requested_at < ${since}) AND erased_at IS NULL
    RETURNING company_id`.execute(trx);
  const [row] = rows;
  if (!row) return false;
  const shown = facesUntil && (await of.findShown(trx, tenantId, id));
  const faces = shown ? await setFaceErasure(trx, tenantId, shown.identityHash, facesUntil) : 0;
  const about = refOf(of, id);
  await insertAuditEntry(
    trx,
    { clock: { now: () => now }, actor: 'person' },
    {
      tenantId,
      action: 'person.ask-erasure',
      subject: `${about.kind}/${id}`,
      after: { faces, facesUntil: facesUntil?.toISOString() ?? null },
    },
  );
  const subject = { type: 'erasure.requested', about } as const;
  await recordEvent(trx, { tenantId, companyId: row.company_id, subject, at: now });
  const told = { tenant: tenantId, at: now.toISOString(), about: id };
  await recordAct?.(trx, {
    ...{ act: 'request', ...told, kind: about.kind, facesUntil: facesUntil?.toISOString() ?? null },
  });
  return true;
}
