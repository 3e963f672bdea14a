import { gzipSync } from 'node:zlib';
import { MAX_EXPORT_ROWS } from '@titular/contract';
import type { Task } from 'graphile-worker';
import type { Kysely } from 'kysely';
import { insertAuditEntry } from '../audit/index.ts';
import type { TenantId } from '../kernel/base/id.ts';
import { isOver, type RunTime, startRun } from '../kernel/database/batches/until-none.ts';
import { withRetries } from '../kernel/database/connect.ts';
import { enqueueJob } from '../kernel/database/enqueue.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { TenantKey } from '../tenants/index.ts';
import { type Cells, toHead, toLines } from './csv.ts';
import { describeFilter } from './describe-filter.ts';
import { awaitErasures } from './erase-store.ts';
import { lockExport, type Progress, updateProgress } from './export-store.ts';
import { insertPart } from './part-store.ts';
import { SOURCES, type SourceDeps } from './sources.ts';
import { type ExportDeps, expiryOf } from './start-export.ts';
import { openFilter, partPlace, type StoredExport, subjectOf } from './stored-export.ts';

/** Bounds of a file and of a step; an erasure waits for a step that is under way. */
export type WriteLimits = { maxRows: number; partRows?: number; stepMs: number };

const LIMITS: WriteLimits = { maxRows: MAX_EXPORT_ROWS, stepMs: 700 };

type Named = { tenantId: TenantId; exportId: string };

/** Rows of a step, and where the next goes on; `isCut` where the file is full and more may follow. */
type Read = { rows: Cells[]; nextId: string | undefined; isCut: boolean };

async function readStep(
  deps: SourceDeps,
  stored: StoredExport,
  filter: Readonly<Record<string, unknown>>,
  limits: WriteLimits,
): Promise<Read> {
  const { pageSize, partRows, read } = SOURCES[stored.kind];
  const left = limits.maxRows - stored.rows;
  const size = Math.min(limits.partRows ?? partRows, left);
  const run = startRun(limits.stepMs);
  const rows: Cells[] = [];
  let beforeId = stored.reachedId;
  let nextId: string | undefined;
  do {
    const limit = Math.min(pageSize, size - rows.length);
    const page = await read(deps, stored, filter, { beforeId, limit });
    rows.push(...page.rows);
    nextId = page.nextId;
    beforeId = nextId ?? beforeId;
  } while (nextId !== undefined && rows.length < size && !isOver(run));
  return { rows, nextId, isCut: nextId !== undefined && rows.length === left };
}

const sealLines = (key: TenantKey, named: Named, part: number, lines: string): Buffer =>
  key.seal(...partPlace(named, part), gzipSync(Buffer.from(lines, 'utf8')));

async function recordFinish(
  { db, clock }: SourceDeps,
  stored: StoredExport,
  filter: Readonly<Record<string, unknown>>,
  { rows, isWhole }: Pick<Progress, 'rows' | 'isWhole'>,
): Promise<void> {
  const { tenantId, kind, userId } = stored;
  const after = { kind, filter: describeFilter(kind, filter, rows > 0), rows, isWhole };
  const entry = { tenantId, action: 'export.finish', subject: subjectOf(stored), after };
  await insertAuditEntry(db, { clock, actor: `user:${userId}` }, entry);
}

/** The id of a row, which is its first cell. */
const idOf = (cells: Cells | undefined): string | undefined =>
  typeof cells?.[0] === 'string' ? cells[0] : undefined;

/** Writes what was read as the next part, and how far the file came; an empty step of many writes no part. */
async function writeStep(
  deps: SourceDeps,
  key: TenantKey,
  stored: StoredExport,
  limits: WriteLimits,
): Promise<boolean> {
  const filter = openFilter(key, stored);
  const { rows, nextId, isCut } = await readStep(deps, stored, filter, limits);
  const isDone = nextId === undefined || isCut;
  const head = stored.parts === 0 ? toHead(SOURCES[stored.kind].columns) : '';
  const isPart = rows.length > 0 || (isDone && stored.parts === 0);
  if (isPart)
    await insertPart(
      deps.db,
      stored,
      stored.parts,
      sealLines(key, stored, stored.parts, head + toLines(rows)),
    );
  const now = deps.clock.now();
  const progress = {
    reachedId: isDone ? (idOf(rows.at(-1)) ?? stored.reachedId) : (nextId ?? stored.reachedId),
    rows: stored.rows + rows.length,
    parts: stored.parts + (isPart ? 1 : 0),
    isWhole: !isCut,
    finished: isDone ? { at: now, expiresAt: expiryOf(now) } : undefined,
  };
  await updateProgress(deps.db, stored, progress);
  if (isDone) await recordFinish(deps, stored, filter, progress);
  return isDone;
}

/** Writes one part in a commit of its own; true once there is nothing more to write, or the export is gone. */
export async function writeNextPart(
  { db, clock, tenantKeys }: ExportDeps,
  { tenantId, exportId }: Named,
  limits: WriteLimits = LIMITS,
): Promise<boolean> {
  const key = await tenantKeys(tenantId);
  const write = async (trx: Kysely<Tables>): Promise<boolean> => {
    await awaitErasures(trx, tenantId);
    const stored = await lockExport(trx, tenantId, exportId, clock.now());
    if (stored?.state !== 'writing') return true;
    return writeStep({ db: trx, clock }, key, stored, limits);
  };
  return withRetries(() => db.transaction().execute(write));
}

/** Writes parts for as long as a run may take. A file that is not done then goes behind those that wait, so that a long one holds up no other. */
export async function writeExport(
  deps: ExportDeps,
  named: Named,
  run: RunTime = startRun(),
  limits: WriteLimits = LIMITS,
): Promise<void> {
  while (!(await writeNextPart(deps, named, limits)))
    if (isOver(run)) {
      const options = { jobKey: named.exportId, queue: 'exports' };
      await enqueueJob(deps.db, 'write-export', { ...named }, options);
      return;
    }
}

/** The job that writes a file. */
export const writeExportTask =
  (deps: ExportDeps): Task =>
  (payload) =>
    writeExport(deps, payload as Named);
