import { decodeJwt } from 'jose';
import { insertAuditEntry } from '../../audit/index.ts';
import { isId, type TenantId } from '../../kernel/base/id.ts';
import type { Log } from '../../kernel/base/log.ts';
import { withRetries } from '../../kernel/database/connect.ts';
import type { LedgerAct } from '../../module.ts';
import { type Erasure, insertErasure } from '../erasure-store.ts';
import { sweepFrom } from '../sweep-store.ts';
import { type TakeOutDeps, takeOut } from '../take-out.ts';
import { checkLedger } from './check-ledger.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { findLastEntryAt, LEDGER_ACTOR, listErasuresAmong, lockLedger } from './ledger-store.ts';
import { repeatActs } from './repeat-acts.ts';

/** The erasure as it was first carried out: its receipt stays the one that was given. */
function toErasure({ erasure, at, receipt }: LedgerEntry): Erasure {
  const { reference, counts } = decodeJwt<{ reference: string | null; counts: Erasure['counts'] }>(receipt);
  return { erasureId: erasure, at: new Date(at), reference: reference ?? undefined, counts, receipt };
}

/**
 * Takes a person out again, in one commit, under the id of the first time; holds of that time keep what they kept. Another
 * node may have done so meanwhile, or have erased the person just now: answers whether there was anything left to do.
 */
export async function repeatErasure(deps: TakeOutDeps, entry: LedgerEntry): Promise<boolean> {
  const tenantId = entry.tenant as TenantId;
  const key = await deps.tenantKeys(tenantId);
  const identityHash = Buffer.from(entry.identity, 'hex');
  return withRetries(() =>
    deps.db.transaction().execute(async (trx) => {
      await lockLedger(trx);
      if ((await listErasuresAmong(trx, [entry.erasure])).size > 0) return false;
      const at = deps.clock.now();
      const repeated = { first: new Date(entry.at), held: entry.held.filter(isId) };
      const { counts } = await takeOut(deps, trx, { tenantId, key, identityHash, at, repeated });
      await insertErasure(trx, tenantId, toErasure(entry));
      const audited = { tenantId, action: 'person.erase', subject: `erasure/${entry.erasure}` } as const;
      const after = { counts, repeated: true };
      await insertAuditEntry(trx, { clock: deps.clock, actor: LEDGER_ACTOR }, { ...audited, after });
      return true;
    }),
  );
}

/** Says that the database is older than its ledger, and what of the lost was carried out again; the rest is the operator's. */
function sayRestored(
  log: Log,
  {
    file,
    erasures,
    acts,
    databaseAt,
  }: { file: string; erasures: number; acts: number; databaseAt: Date | undefined },
): void {
  if (erasures > 0) log.warn({ file, erasures }, 'erasures that the database had lost were repeated');
  if (acts > 0) log.warn({ file, acts }, 'acts that the database had lost were repeated');
  log.warn(
    { file, databaseAt },
    'the database was older than its erasure ledger: docs/operations/backup.md says what else a restore undoes',
  );
}

const MAX_NAMED = 20;

/** Names the ends that are not repeated: only the operator knows whether they were meant. Of settlements it tells the number alone. */
function sayLeftOut(log: Log, file: string, leftOut: readonly LedgerAct[]): void {
  if (leftOut.length === 0) return;
  const ids = leftOut.filter(({ act }) => act === 'release').map(({ about }) => about);
  const told = { releases: ids.length, settlements: leftOut.length - ids.length };
  log.warn(
    { file, ...told, transactions: ids.slice(0, MAX_NAMED) },
    'ends of holds and disputes are not repeated, since the service ran after them: repeat by hand those that were meant',
  );
}

const isOfHold = ({ act }: LedgerAct): boolean => act === 'hold' || act === 'release';

/** Repeats the erasures and acts that the database has lost, as after a restore; answers how many erasures. Nothing is served before. */
export async function repeatErasures(deps: TakeOutDeps & { log: Log }, file: string): Promise<number> {
  const { pending, acts: lost, leftOut, problem, missing } = await checkLedger(deps.db, file);
  const { db, log } = deps;
  if (problem) log.error({ file, problem }, 'the erasure ledger is damaged');
  if (missing > 0) log.warn({ file, missing }, 'the erasure ledger lacks erasures that the database knows');
  sayLeftOut(log, file, leftOut);
  if (pending.length + lost.length === 0) return 0;
  const databaseAt = await findLastEntryAt(db);
  // Holds first: an erasure keeps what is held. The rest last, for whom no erasure took out.
  let acts = await repeatActs(deps, lost.filter(isOfHold));
  let erasures = 0;
  for (const entry of pending) if (await repeatErasure(deps, entry)) erasures += 1;
  const [first] = pending
    .map(({ at }) => new Date(at))
    .toSorted((one, other) => one.getTime() - other.getTime());
  if (first) await sweepFrom(db, first, deps.clock.now());
  acts += await repeatActs(
    deps,
    lost.filter((act) => !isOfHold(act)),
  );
  if (erasures + acts > 0) sayRestored(log, { file, erasures, acts, databaseAt });
  return erasures;
}
