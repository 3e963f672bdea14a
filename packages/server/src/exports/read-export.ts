import { gunzipSync } from 'node:zlib';
import type { ExportPart, ExportView } from '@titular/contract';
import { MAX_OWN_EXPORTS } from '@titular/contract';
import { insertAuditEntry } from '../audit/index.ts';
import { type AnyId, parseUuid } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import type { Db } from '../kernel/database/connect.ts';
import { instantOf } from '../kernel/database/partitions/partition-day.ts';
import { deleteExport, listExports, lockExport, markRead } from './export-store.ts';
import { findPart } from './part-store.ts';
import type { ExportDeps, Exporter } from './start-export.ts';
import { openFilter, partPlace, type StoredExport, subjectOf } from './stored-export.ts';

/** Who reads a file, and how far they see the audit log by now; undefined for not at all. */
export type Reader = Exporter & { audit: 'all' | 'own' | undefined };

/** Whether the reader still sees everything that the file may hold: a role or companies may have been taken since. */
export function isWithinReach(
  { kind, companies, isOwn, userId }: StoredExport,
  reader: Omit<Reader, 'tenantId' | 'actor'>,
): boolean {
  if (userId !== reader.userId) return false;
  if (kind === 'audit') return reader.audit === 'all' || (isOwn && reader.audit === 'own');
  if (reader.companies === 'all') return true;
  return companies !== 'all' && companies.every((company) => reader.companies.includes(company));
}

const hasMoved = ({ firstId, reachedId, state }: StoredExport): boolean =>
  state === 'writing' && reachedId !== firstId;

/** A file as the page shows it, with the names of the filters and not their values. */
export async function toExportView(
  { tenantKeys }: Pick<ExportDeps, 'tenantKeys'>,
  stored: StoredExport,
): Promise<ExportView> {
  const filter = openFilter(await tenantKeys(stored.tenantId), stored);
  const { exportId, kind, state, rows, parts, isWhole, createdAt, finishedAt, expiresAt, reachedId } = stored;
  return {
    ...{ id: exportId, kind, state, filters: Object.keys(filter), rows, parts, isWhole },
    ...(hasMoved(stored) || !isWhole ? { reachedAt: instantOf(reachedId).toISOString() } : {}),
    createdAt: createdAt.toISOString(),
    ...(finishedAt === undefined ? {} : { finishedAt: finishedAt.toISOString() }),
    expiresAt: expiresAt.toISOString(),
  };
}

/** The reader's own files, newest first. */
export async function listOwnExports(deps: ExportDeps, reader: Reader): Promise<ExportView[]> {
  const { tenantId, userId } = reader;
  const page = { userId, limit: MAX_OWN_EXPORTS };
  const found = await listExports(deps.db, tenantId, deps.clock.now(), page);
  const own = found.filter((stored) => isWithinReach(stored, reader));
  return Promise.all(own.map((stored) => toExportView(deps, stored)));
}

const parseExportId = (text: string): AnyId => {
  const id = parseUuid(text);
  if (!id) throw new Refusal('40420');
  return id;
};

/** The file, if this reader may have this part of it now; its first part leaves an entry. */
async function openPart(
  { db, clock }: ExportDeps & { db: Db },
  reader: Reader,
  exportId: string,
  part: number,
): Promise<{ stored: StoredExport; sealed: Buffer }> {
  const stored = await lockExport(db, reader.tenantId, exportId, clock.now());
  if (!stored || !isWithinReach(stored, reader)) throw new Refusal('40420');
  if (stored.state !== 'ready') throw new Refusal('40055');
  if (part > 0 && !stored.isRead) throw new Refusal('40002', 'part must be 0 at first.');
  const sealed = await findPart(db, stored, part);
  if (!sealed) throw new Refusal('40002', `part must be below ${stored.parts}.`);
  if (part === 0) {
    await markRead(db, stored);
    const after = { kind: stored.kind, rows: stored.rows };
    const entry = { tenantId: reader.tenantId, action: 'export.read', subject: subjectOf(stored), after };
    await insertAuditEntry(db, { clock, actor: reader.actor }, entry);
  }
  return { stored, sealed };
}

/**
 * Lines of a file, for who asked for it while its hour lasts. The first part is read before the others, and its entry is committed before it
 * is answered. Refuses with 40420 what is not the reader's or gone, with 40055 a file that is not there, and with 40002 a part that it has not.
 */
export async function readExportPart(
  deps: ExportDeps,
  reader: Reader,
  id: string,
  part: number,
): Promise<ExportPart> {
  const exportId = parseExportId(id);
  const { stored, sealed } = await deps.db
    .transaction()
    .execute((trx) => openPart({ ...deps, db: trx }, reader, exportId, part));
  const key = await deps.tenantKeys(reader.tenantId);
  const lines = gunzipSync(key.unseal(...partPlace(stored, part), sealed)).toString('utf8');
  return { text: lines, isLast: part === stored.parts - 1 };
}

/** Deletes a file before its time: one's own, or with no `userId` anybody's. Refuses with 40420 what is gone. */
export async function endExport(
  { db, clock }: Pick<ExportDeps, 'db' | 'clock'>,
  { tenantId, actor, userId }: Pick<Exporter, 'tenantId'> & { actor: string; userId: string | undefined },
  id: string,
): Promise<void> {
  const exportId = parseExportId(id);
  await db.transaction().execute(async (trx) => {
    const ended = await deleteExport(trx, tenantId, exportId, { userId, now: clock.now() });
    if (!ended) throw new Refusal('40420');
    const before = { kind: ended.kind, rows: ended.rows };
    const entry = { tenantId, action: 'export.end', subject: subjectOf(ended), before };
    await insertAuditEntry(trx, { clock, actor }, entry);
  });
}
