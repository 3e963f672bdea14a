import { insertAuditEntry } from '../audit/index.ts';
import type { Clock } from '../kernel/base/clock.ts';
import { type AnyId, parseUuid } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import type { Db } from '../kernel/database/connect.ts';
import { deleteExport, updateFailures } from './export-store.ts';
import { deleteParts } from './part-store.ts';
import type { Reader } from './reach.ts';
import { type ExportDeps, type StoredExport, subjectOf } from './stored-export.ts';

/** The id that an address names; refuses with 40420 what is none. */
export const parseExportId = (text: string): AnyId => {
  const id = parseUuid(text);
  if (!id) throw new Refusal('40420');
  return id;
};

const before = ({ kind, rows }: StoredExport) => ({ kind, rows });

/** Deletes a file before its time: one's own, or with no `userId` anybody's. Refuses with 40420 what is gone. */
export async function endExport(
  { db, clock }: Pick<ExportDeps, 'db' | 'clock'>,
  { tenantId, actor, userId }: Pick<Reader, 'tenantId'> & { actor: string; userId: string | undefined },
  id: string,
): Promise<void> {
  const exportId = parseExportId(id);
  await db.transaction().execute(async (trx) => {
    const ended = await deleteExport(trx, tenantId, exportId, userId);
    if (!ended) throw new Refusal('40420');
    const entry = {
      tenantId,
      action: 'export.end',
      subject: subjectOf(ended),
      before: before(ended),
    } as const;
    await insertAuditEntry(trx, { clock, actor }, entry);
  });
}

/** Deletes a file that who asked for it may not see any more. */
export async function endLost(db: Db, clock: Clock, stored: StoredExport): Promise<void> {
  const { tenantId, exportId } = stored;
  if (!(await deleteExport(db, tenantId, exportId, undefined))) return;
  const entry = {
    tenantId,
    action: 'export.end',
    subject: subjectOf(stored),
    before: before(stored),
  } as const;
  await insertAuditEntry(db, { clock, actor: 'service' }, { ...entry, after: { because: 'reach' } });
}

/** Gives a file up that could not be written, and frees its place among those that are. */
export async function failExport(db: Db, clock: Clock, stored: StoredExport): Promise<void> {
  const { tenantId } = stored;
  await updateFailures(db, stored, true);
  await deleteParts(db, stored);
  const entry = {
    tenantId,
    action: 'export.fail',
    subject: subjectOf(stored),
    before: before(stored),
  } as const;
  await insertAuditEntry(db, { clock, actor: 'service' }, entry);
}
