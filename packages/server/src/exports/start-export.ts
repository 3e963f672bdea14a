import {
  type AuditExport,
  MAX_EXPORT_ROWS,
  MAX_OWN_EXPORTS,
  MAX_WRITING_EXPORTS,
  REASON_CODES,
  type TransactionExport,
} from '@titular/contract';
import { insertAuditEntry, type Operator } from '../audit/index.ts';
import { parseTransactionFilter } from '../cases/index.ts';
import type { Clock } from '../kernel/base/clock.ts';
import { newId, type TenantId } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import type { Db } from '../kernel/database/connect.ts';
import { enqueueJob } from '../kernel/database/enqueue.ts';
import { parseInstant } from '../kernel/http/body/parse-query.ts';
import type { TenantKey } from '../tenants/index.ts';
import { lockTwoPerson } from '../two-person/index.ts';
import { endLost } from './end-export.ts';
import { countWriting, insertExport, listExports, lockQuota } from './export-store.ts';
import { describeFilter } from './lists/describe-filter.ts';
import { sourceOf } from './lists/sources.ts';
import { findReader, isWithinReach, type Reader } from './reach.ts';
import {
  type ExportDeps,
  type NewExport,
  type StoredExport,
  sealFilter,
  subjectOf,
  taskOf,
} from './stored-export.ts';

const PERSONS = { kind: 'transactions', withPersons: true } as const;

/** More than one person has, those out of their reach included. */
const MAX_READ = 100;

/** The list and its filter. */
export type AskedExport =
  | { kind: 'transactions'; filter: TransactionExport; withPersons?: boolean }
  | { kind: 'audit'; filter: AuditExport };

/** Refuses with 40002 a filter that no list takes. */
export function refuseUnsound(
  scope: Pick<Reader, 'tenantId' | 'companies'>,
  { kind, filter }: AskedExport,
): void {
  if (kind === 'transactions') parseTransactionFilter(scope, filter);
  else for (const name of ['from', 'before'] as const) parseInstant(name, filter[name]);
}

/** Refuses one file too many: with 42907 the person's, with 42908 the tenant's. Files out of their reach are ended, and count no more. */
async function refuseTooMany(trx: Db, clock: Clock, exporter: Reader): Promise<void> {
  const { tenantId, userId } = exporter;
  const own = await listExports(trx, tenantId, { userId, limit: MAX_READ });
  const kept = own.filter((stored) => isWithinReach(stored, exporter));
  for (const lost of own.filter((stored) => !kept.includes(stored))) await endLost(trx, clock, lost);
  if (kept.length >= MAX_OWN_EXPORTS || kept.some(({ state }) => state === 'writing'))
    throw new Refusal('42907');
  if ((await countWriting(trx, tenantId)) >= MAX_WRITING_EXPORTS) throw new Refusal('42908');
}

/** Writes a file that a job goes on with, and its entry, within the caller's transaction. */
async function begin(
  operator: Operator,
  exporter: Reader,
  file: NewExport,
  described: { filter: object; by?: string },
): Promise<StoredExport> {
  const { db, clock } = operator;
  const { tenantId, exportId, kind, withPersons } = file;
  await lockQuota(db, tenantId);
  await refuseTooMany(db, clock, exporter);
  const begun = await insertExport(db, file);
  const after = { kind, ...(withPersons ? { withPersons } : {}), ...described, maxRows: MAX_EXPORT_ROWS };
  const entry = { tenantId, action: 'export.begin', subject: subjectOf(begun), after } as const;
  await insertAuditEntry(db, operator, entry);
  await enqueueJob(db, taskOf(begun), { tenantId, exportId }, { jobKey: exportId, queue: 'exports' });
  return begun;
}

/** Whether the filter finds anything in the log: then its words stand there already. */
async function hasEntries(
  deps: ExportDeps,
  exporter: Reader,
  { kind, filter }: AskedExport,
): Promise<boolean> {
  if (kind !== 'audit') return false;
  const scope = { ...exporter, isOwn: exporter.audit !== 'all' };
  const { rows } = await sourceOf({ kind, withPersons: false }).read(deps, scope, filter, {
    beforeId: newId(deps.clock.now().getTime()),
    limit: 1,
  });
  return rows.length > 0;
}

const REASONS: readonly string[] = REASON_CODES;

/**
 * Checks what somebody proposes to a second person: the filter of the list, and the columns that the file will have. Refuses with 40002 a
 * filter that no list takes, and a reason of no list, because a proposal is readable and holds nothing that somebody typed.
 */
export function parseProposedExport(
  scope: Pick<Reader, 'tenantId' | 'companies'>,
  filter: TransactionExport,
): { filter: TransactionExport; columns: readonly string[] } {
  parseTransactionFilter(scope, filter);
  if (filter.reason !== undefined && !REASONS.includes(filter.reason))
    throw new Refusal('40002', 'reason must be one of the list of reasons.');
  return { filter, columns: sourceOf(PERSONS).columns };
}

/** A file that two persons agreed on; its rows are those up to the proposal. */
export type ApprovedExport = {
  actId: string;
  proposedBy: string;
  proposedAt: Date;
  filter: TransactionExport;
  columns: readonly string[];
};

/**
 * Begins a file with persons for its proposer, in the commit of its approval. Refuses with 40059 where the proposer may not have it any more,
 * or the columns are others by now.
 */
export async function startApprovedExport(
  { db, clock, actor, environment, key }: Operator & Pick<ExportDeps, 'environment'> & { key: TenantKey },
  tenantId: TenantId,
  { actId, proposedBy, proposedAt, filter, columns }: ApprovedExport,
): Promise<void> {
  const proposer = await findReader(db, { tenantId, userId: proposedBy }, environment);
  const isSame = sourceOf(PERSONS).columns.join() === columns.join();
  if (!proposer?.persons || proposer.companies !== 'all' || !isSame) throw new Refusal('40059');
  const exportId = newId(clock.now().getTime());
  const begun: NewExport = {
    ...{ tenantId, exportId, userId: proposedBy, ...PERSONS, companies: 'all', isOwn: false },
    sealedFilter: sealFilter(key, { exportId }, filter),
    firstId: newId(proposedAt.getTime()),
  };
  const described = describeFilter(PERSONS.kind, filter, false);
  await begin({ db, clock, actor }, proposer, begun, { filter: described, by: `act/${actId}` });
}

/**
 * Begins a file of the list's rows up to now: a job writes it. The entry with the filter is in the same commit. Refuses with 40002 a filter
 * that no list takes, with 40380 a file with persons where it takes two people, and with 42907 or 42908 one file too many of the person or the tenant.
 */
export async function startExport(
  deps: ExportDeps,
  exporter: Reader,
  asked: AskedExport,
): Promise<StoredExport> {
  const { db, clock, tenantKeys } = deps;
  refuseUnsound(exporter, asked);
  const { tenantId, userId, actor, companies } = exporter;
  const { kind, filter } = asked;
  const withPersons = kind === 'transactions' && asked.withPersons === true;
  const startMs = clock.now().getTime();
  const exportId = newId(startMs);
  const sealedFilter = sealFilter(await tenantKeys(tenantId), { exportId }, filter);
  const described = describeFilter(kind, filter, await hasEntries(deps, exporter, asked));
  const begun: NewExport = {
    ...{ tenantId, exportId, userId, kind, companies, sealedFilter, withPersons },
    isOwn: kind === 'audit' && exporter.audit !== 'all',
    // What comes while the file is written is not in it.
    firstId: newId(startMs),
  };
  return db.transaction().execute(async (trx) => {
    if (withPersons && (await lockTwoPerson(trx, tenantId))) throw new Refusal('40380');
    return begin({ db: trx, clock, actor }, exporter, begun, { filter: described });
  });
}
