import type { Db } from '../../kernel/database/connect.ts';
import type { LedgerAct } from '../../module.ts';
import { findLedgerId } from '../../tenants/index.ts';
import { bindingProblem } from './bind-ledger.ts';
import { createLatestActs } from './latest-acts.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { hasLedger, type LedgerReading, readLedger } from './ledger-file.ts';
import {
  findLastEntryAt,
  findLastServedAt,
  listErasuresAmong,
  listErasuresSince,
  listTenantsAmong,
} from './ledger-store.ts';
import { listPendingActs } from './pending-acts-store.ts';

/**
 * A ledger against a database: erasures and acts that the database has lost, and how many of its own erasures the ledger lacks. Ends of
 * holds and disputes are `leftOut` where a process has served after them.
 */
export type LedgerCheck = LedgerReading & {
  pending: LedgerEntry[];
  acts: LedgerAct[];
  leftOut: LedgerAct[];
  missing: number;
};

const BATCH = 500;

/** Of some entries, those of tenants that are there and that the database does not know. */
async function findPending(db: Db, entries: readonly LedgerEntry[]): Promise<LedgerEntry[]> {
  const known = await listErasuresAmong(
    db,
    entries.map(({ erasure }) => erasure),
  );
  const unknown = entries.filter(({ erasure }) => !known.has(erasure));
  if (unknown.length === 0) return [];
  const tenants = await listTenantsAmong(db, [...new Set(unknown.map(({ tenant }) => tenant))]);
  return unknown.filter(({ tenant }) => tenants.has(tenant));
}

/**
 * Whether a process has served after a release or settlement that the database lacks. The end failed before its commit then, and the hold
 * or dispute has stood since. After a restore nothing serves before the first start.
 */
const wasUndoneInVain = ({ act, at }: LedgerAct, servedAt: Date | undefined): boolean =>
  (act === 'release' || act === 'settle') && servedAt !== undefined && new Date(at) <= servedAt;

/** Reads a ledger whole and compares it with the database. */
export async function checkLedger(db: Db, file: string): Promise<LedgerCheck> {
  const ids = new Set<string>();
  const pending = new Map<string, LedgerEntry>();
  const batch: LedgerEntry[] = [];
  const flush = async (): Promise<void> => {
    for (const entry of await findPending(db, batch.splice(0))) pending.set(entry.erasure, entry);
  };
  const latest = createLatestActs();
  const acts: LedgerAct[] = [];
  const lasting: LedgerAct[] = [];
  const flushActs = async (): Promise<void> => {
    acts.push(...(await listPendingActs(db, lasting.splice(0))));
  };
  const onEntry = async (entry: LedgerEntry): Promise<void> => {
    latest.noteErasure(entry);
    ids.add(entry.erasure);
    if (batch.push(entry) === BATCH) await flush();
  };
  const reading = await readLedger(file, onEntry, async (act) => {
    if (!latest.note(act) && lasting.push(act) === BATCH) await flushActs();
  });
  if (batch.length > 0) await flush();
  await flushActs();
  const servedAt = await findLastServedAt(db);
  const lost = await listPendingActs(db, latest.list());
  const leftOut = lost.filter((act) => wasUndoneInVain(act, servedAt));
  acts.push(...lost.filter((act) => !wasUndoneInVain(act, servedAt)));
  const own = await listErasuresSince(db, reading.since);
  const missing = own.filter((id) => !ids.has(id)).length;
  return { ...reading, pending: [...pending.values()], acts, leftOut, missing };
}

/**
 * Says in one sentence why a ledger cannot vouch for all erasures since the backup. For a database that names no ledger
 * yet, it must have begun before `backedUpAt` or, where that is not known, before the last entry of the audit log.
 */
export async function ledgerProblem(
  db: Db,
  file: string | undefined,
  backedUpAt?: Date,
): Promise<{ problem: string | undefined; check: LedgerCheck | undefined }> {
  const refused = (reason: string, check?: LedgerCheck) => ({
    problem: `${reason}: persons who were erased since the backup would be back.`,
    check,
  });
  if (file === undefined) return refused('There is no erasure ledger, TITULAR_ERASURE_LEDGER is off');
  if (!(await hasLedger(file))) return refused(`There is no erasure ledger at ${file}`);
  const check = await checkLedger(db, file);
  if (check.problem) return refused(`The erasure ledger ${file} is damaged, ${check.problem}`, check);
  const bound = await findLedgerId(db);
  const foreign = bindingProblem(file, check.id, bound);
  if (foreign) return refused(foreign, check);
  if (check.missing > 0)
    return refused(
      `The erasure ledger ${file} lacks ${check.missing} erasures that the database knows`,
      check,
    );
  // A database that names its ledger was there after the ledger began.
  if (bound !== undefined) return { problem: undefined, check };
  const asOf = backedUpAt ?? (await findLastEntryAt(db));
  if (asOf && check.since > asOf)
    return refused(
      `The erasure ledger ${file} begins at ${check.since.toISOString()}, after the database was last used at ${asOf.toISOString()}`,
      check,
    );
  return { problem: undefined, check };
}
