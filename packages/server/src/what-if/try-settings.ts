import { WHAT_IF_DAYS, WHAT_IF_MAX, WHAT_IF_PER_HOUR, type WhatIf } from '@titular/contract';
import { sql } from 'kysely';
import { insertAuditEntry, type Operator, searchAuditEntries } from '../audit/index.ts';
import { addSeconds } from '../kernel/base/clock.ts';
import { type CompanyId, lowestId, type TenantId } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import type { Db } from '../kernel/database/connect.ts';
import { type Counted, countEnd, countNothing } from './count-ends.ts';
import { listKeptEnds } from './kept-end-store.ts';
import { type Moved, parseMoved } from './moved-settings.ts';
import { tellCounts } from './tell-counts.ts';

const ACTION = 'company.what-if';
const DAY_MS = 86_400_000;
const HOUR_SECONDS = 3_600;
/** Transactions of one statement. */
const BATCH = 500;
/** After this long no further statement begins, and what was read is told. */
const MAX_MS = 10_000;

/** The company whose ends are decided again. */
export type TriedOn = { tenantId: TenantId; companyId: CompanyId };

/** Tries of one tenant wait for each other here, so that none slips past the limit. */
async function lockTries(db: Db, tenantId: TenantId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${ACTION}/${tenantId}`}, 0))`.execute(db);
}

/** Takes one try of the hour, and leaves its entry; refuses with 42911 where none is left. */
const takeTry = (
  operator: Operator,
  { tenantId, companyId }: TriedOn,
  texts: ReadonlyMap<string, string>,
): Promise<void> =>
  operator.db.transaction().execute(async (trx) => {
    await lockTries(trx, tenantId);
    const from = addSeconds(operator.clock.now(), -HOUR_SECONDS);
    const { entries } = await searchAuditEntries(trx, { tenantId, action: ACTION, from }, WHAT_IF_PER_HOUR);
    if (entries.length >= WHAT_IF_PER_HOUR) throw new Refusal('42911');
    const subject = `company/${companyId}`;
    await insertAuditEntry(trx, operator, {
      ...{ tenantId, action: ACTION, subject },
      after: { tried: Object.fromEntries(texts) },
    });
  });

/** Whole days of UTC: within one, nobody sees an answer move with a single transaction. */
function findDays(now: Date): { from: Date; before: Date } {
  const before = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  return { from: new Date(before.getTime() - WHAT_IF_DAYS * DAY_MS), before };
}

/** Reads the newest ends in batches, each a statement of its own, and counts them. */
async function countAll(
  { db, clock }: Pick<Operator, 'db' | 'clock'>,
  on: TriedOn,
  { from, before }: { from: Date; before: Date },
  moved: Moved,
): Promise<{ counted: Counted; isCut: boolean }> {
  const counted = countNothing();
  const until = clock.now().getTime() + MAX_MS;
  const scope = { ...on, fromId: lowestId(from), endedBefore: before };
  let beforeId: string = lowestId(before);
  for (let read = 0; read < WHAT_IF_MAX; read += BATCH) {
    const ends = await listKeptEnds(db, scope, beforeId, BATCH);
    for (const end of ends) countEnd(counted, end, moved);
    const last = ends.at(-1);
    if (!last || ends.length < BATCH) return { counted, isCut: false };
    beforeId = last.transactionId;
    if (clock.now().getTime() >= until) break;
  }
  return { counted, isCut: (await listKeptEnds(db, scope, beforeId, 1)).length > 0 };
}

/**
 * Tells how many ends of a company's own last days would differ under other values of its decision settings, and which kinds. Each try leaves an
 * entry before anything is read. Refuses with `invalid` what cannot be tried, and with 42911 one try too many within the hour.
 */
export async function trySettings(
  operator: Operator,
  on: TriedOn,
  texts: ReadonlyMap<string, string>,
): Promise<WhatIf> {
  const moved = parseMoved(texts);
  await takeTry(operator, on, texts);
  const days = findDays(operator.clock.now());
  const { counted, isCut } = await countAll(operator, on, days, moved);
  return { from: days.from.toISOString(), before: days.before.toISOString(), isCut, ...tellCounts(counted) };
}
