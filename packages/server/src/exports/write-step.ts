import { gzipSync } from 'node:zlib';
import { insertAuditEntry } from '../audit/index.ts';
import type { DueTransactions } from '../cases/index.ts';
import { isOver, startRun } from '../kernel/database/batches/until-none.ts';
import type { TenantKey } from '../tenants/index.ts';
import { type Progress, updateProgress } from './export-store.ts';
import { type Cells, toHead, toLines } from './lists/csv.ts';
import { describeFilter } from './lists/describe-filter.ts';
import { type SourceDeps, sourceOf } from './lists/sources.ts';
import { insertPart } from './part-store.ts';
import { openFilter, partPlace, type StoredExport, subjectOf } from './stored-export.ts';

/** Bounds of a file and of a step; an erasure waits for a step that is under way. */
export type WriteLimits = {
  maxRows: number;
  maxBytes: number;
  partRows?: number;
  partBytes: number;
  stepMs: number;
};

type Filter = Readonly<Record<string, unknown>>;

/** Lines of a step, and where the next goes on; `isCut` where the file is full and more may follow. */
type Read = {
  lines: string[];
  bytes: number;
  lastId: string | undefined;
  nextId: string | undefined;
  isCut: boolean;
  due: DueTransactions;
};

/** The id of a row, which is its first cell. */
const idOf = (cells: Cells): string => String(cells[0]);

/** Adds the rows of a page until the part has its bytes; false where rows were left out. */
function addRows(read: Read, rows: readonly Cells[], maxBytes: number): boolean {
  for (const cells of rows) {
    if (read.bytes >= maxBytes) return false;
    const line = toLines([cells]);
    read.lines.push(line);
    read.bytes += Buffer.byteLength(line);
    read.lastId = idOf(cells);
  }
  return true;
}

async function readStep(
  deps: SourceDeps,
  stored: StoredExport,
  filter: Filter,
  limits: WriteLimits,
): Promise<Read> {
  const { pageSize, partRows, read: readPage } = sourceOf(stored);
  const left = limits.maxRows - stored.rows;
  const size = Math.min(limits.partRows ?? partRows, left);
  const bytesLeft = limits.maxBytes - stored.bytes;
  const partBytes = Math.min(limits.partBytes, bytesLeft);
  const run = startRun(limits.stepMs);
  const read: Read = { lines: [], bytes: 0, lastId: undefined, nextId: undefined, isCut: false, due: [] };
  let beforeId = stored.reachedId;
  do {
    const limit = Math.min(pageSize, size - read.lines.length);
    const page = await readPage(deps, stored, filter, { beforeId, limit });
    read.due = [...read.due, ...(page.due ?? [])];
    read.nextId = addRows(read, page.rows, partBytes) ? page.nextId : read.lastId;
    beforeId = read.nextId ?? beforeId;
  } while (read.nextId !== undefined && read.lines.length < size && read.bytes < partBytes && !isOver(run));
  read.isCut = read.nextId !== undefined && (read.lines.length === left || read.bytes >= bytesLeft);
  return read;
}

async function recordFinish(
  { db, clock }: SourceDeps,
  stored: StoredExport,
  filter: Filter,
  { rows, isWhole }: Pick<Progress, 'rows' | 'isWhole'>,
): Promise<void> {
  const { tenantId, kind, userId, withPersons } = stored;
  const after = {
    kind,
    ...(withPersons ? { withPersons } : {}),
    filter: describeFilter(kind, filter, rows > 0),
    rows,
    isWhole,
  };
  const entry = { tenantId, action: 'export.finish', subject: subjectOf(stored), after } as const;
  await insertAuditEntry(db, { clock, actor: `user:${userId}` }, entry);
}

function toProgress(stored: StoredExport, read: Read, isPart: boolean): Progress {
  const { lines, bytes, lastId, nextId, isCut } = read;
  const isDone = nextId === undefined || isCut;
  return {
    reachedId: (isDone ? lastId : nextId) ?? stored.reachedId,
    rows: stored.rows + lines.length,
    parts: stored.parts + (isPart ? 1 : 0),
    bytes: stored.bytes + bytes,
    isWhole: !isCut,
    isDone,
  };
}

/**
 * Writes what was read as the next part, and how far the file came; an empty step of many writes no part. With `mayHoldDue` false it
 * writes nothing where rows are due, and returns those.
 */
export async function writeStep(
  deps: SourceDeps,
  key: TenantKey,
  stored: StoredExport,
  { mayHoldDue, limits }: { mayHoldDue: boolean; limits: WriteLimits },
): Promise<boolean | DueTransactions> {
  const filter = openFilter(key, stored);
  const read = await readStep(deps, stored, filter, limits);
  if (!mayHoldDue && read.due.length > 0) return read.due;
  const isFirst = stored.parts === 0;
  const isPart = read.lines.length > 0 || (isFirst && (read.nextId === undefined || read.isCut));
  const progress = toProgress(stored, read, isPart);
  if (isPart) {
    const text = [isFirst ? toHead(sourceOf(stored).columns) : '', ...read.lines].join('');
    const place = partPlace(stored, stored.parts);
    await insertPart(deps.db, stored, stored.parts, key.seal(...place, gzipSync(Buffer.from(text, 'utf8'))));
  }
  await updateProgress(deps.db, stored, progress);
  if (progress.isDone) await recordFinish(deps, stored, filter, progress);
  return progress.isDone;
}
