import { gunzipSync } from 'node:zlib';
import type { ExportFilter, ExportPart, ExportView } from '@titular/contract';
import { MAX_OWN_EXPORTS } from '@titular/contract';
import { insertAuditEntry } from '../audit/index.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import type { Db } from '../kernel/database/connect.ts';
import { instantOf } from '../kernel/database/partitions/partition-day.ts';
import { endLost, parseExportId } from './end-export.ts';
import { hasEarlierNodes } from './erase-store.ts';
import { listExports, lockExport, updateNextPart } from './export-store.ts';
import { findPart } from './part-store.ts';
import { isWithinReach, type Reader } from './reach.ts';
import { type ExportDeps, openFilter, partPlace, type StoredExport, subjectOf } from './stored-export.ts';

const hasMoved = ({ firstId, reachedId, state }: StoredExport): boolean =>
  state === 'writing' && reachedId !== firstId;

/** What narrowed a list, each filter with the values that were chosen. */
export const toFilters = (filter: Readonly<Record<string, unknown>>): ExportFilter[] =>
  Object.entries(filter).map(([name, value]) => ({ name, values: [value].flat().map(String) }));

/** A file as its owner's page shows it, with what narrowed it. */
export async function toExportView(
  { tenantKeys }: Pick<ExportDeps, 'tenantKeys'>,
  stored: StoredExport,
): Promise<ExportView> {
  const filter = openFilter(await tenantKeys(stored.tenantId), stored);
  const {
    exportId,
    kind,
    withPersons,
    state,
    rows,
    parts,
    isWhole,
    createdAt,
    finishedAt,
    expiresAt,
    reachedId,
  } = stored;
  return {
    ...{ id: exportId, kind, withPersons, state, filters: toFilters(filter), rows, parts, isWhole },
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
  const found = await listExports(deps.db, tenantId, page);
  const own = found.filter((stored) => isWithinReach(stored, reader));
  return Promise.all(own.map((stored) => toExportView(deps, stored)));
}

const isNewReading = ({ nextPart }: StoredExport, part: number): boolean => part === 0 || part !== nextPart;

/** The file, if this reader may have this part of it now; a reading leaves an entry, whichever part it begins with. */
async function openPart(
  { db, clock }: ExportDeps & { db: Db },
  reader: Reader,
  exportId: string,
  part: number,
): Promise<{ stored: StoredExport; sealed: Buffer } | undefined> {
  const stored = await lockExport(db, reader.tenantId, exportId);
  if (!stored || stored.userId !== reader.userId) throw new Refusal('40420');
  if (!isWithinReach(stored, reader)) {
    await endLost(db, clock, stored);
    return undefined;
  }
  if (stored.state !== 'ready' || (await hasEarlierNodes(db, stored.createdAt))) throw new Refusal('40055');
  const sealed = await findPart(db, stored, part);
  if (!sealed) throw new Refusal('40002', `part must be below ${stored.parts}.`);
  await updateNextPart(db, stored, part + 1);
  if (isNewReading(stored, part)) {
    const { kind, withPersons, rows } = stored;
    const after = { kind, ...(withPersons ? { withPersons } : {}), rows };
    const entry = {
      tenantId: reader.tenantId,
      action: 'export.read',
      subject: subjectOf(stored),
      after,
    } as const;
    await insertAuditEntry(db, { clock, actor: reader.actor }, entry);
  }
  return { stored, sealed };
}

/**
 * Lines of a file, for who asked for it while its hour lasts. Each reading has an entry, which is committed before its first part is
 * answered. Refuses with 40420 what is not the reader's or gone, with 40055 a file that is not there, and with 40002 a part that it has not.
 */
export async function readExportPart(
  deps: ExportDeps,
  reader: Reader,
  id: string,
  part: number,
): Promise<ExportPart> {
  const exportId = parseExportId(id);
  const opened = await deps.db
    .transaction()
    .execute((trx) => openPart({ ...deps, db: trx }, reader, exportId, part));
  if (!opened) throw new Refusal('40420');
  const { stored, sealed } = opened;
  const key = await deps.tenantKeys(reader.tenantId);
  const lines = gunzipSync(key.unseal(...partPlace(stored, part), sealed)).toString('utf8');
  return { text: lines, isLast: part === stored.parts - 1 };
}
