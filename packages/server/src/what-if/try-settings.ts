import { WHAT_IF_DAYS, WHAT_IF_MAX, type WhatIf } from '@titular/contract';
import type { Operator } from '../audit/index.ts';
import { lowestId, type TenantId } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import type { TenantKeys } from '../tenants/index.ts';
import { type Counted, countEnd, countNothing } from './count-ends.ts';
import { listKeptEnds } from './kept-end-store.ts';
import { type Moved, parseMoved } from './moved-settings.ts';
import { type TriedOn, takeTry } from './take-try.ts';
import { offsetsOf, tellCounts } from './tell-counts.ts';

const DAY_MS = 86_400_000;
/** Transactions of one statement. */
const BATCH = 500;
/** After this long no further statement begins. A part of the ends is no answer: load would change it. */
const MAX_MS = 10_000;

/** Tenants for which this process decides ends again, each once at a time. */
const running = new Set<TenantId>();

/** Who tries settings; the key of the tenant hides where counts are rounded. */
export type Trier = Operator & { tenantKeys: TenantKeys };

const refuseBusy = (): never => {
  throw new Refusal('42906', 'Deciding ends again takes too long just now. Try again in a moment.');
};

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
    if (clock.now().getTime() >= until) refuseBusy();
  }
  return { counted, isCut: (await listKeptEnds(db, scope, beforeId, 1)).length > 0 };
}

async function tryOnce(
  trier: Trier,
  on: TriedOn,
  texts: ReadonlyMap<string, string>,
  moved: Moved,
): Promise<WhatIf> {
  const now = trier.clock.now();
  const days = findDays(now);
  await takeTry(trier, on, texts, { now, day: days.before });
  const { counted, isCut } = await countAll(trier, on, days, moved);
  const offsetOf = offsetsOf(await trier.tenantKeys(on.tenantId), on.companyId, days.before);
  const [from, before] = [days.from.toISOString(), days.before.toISOString()];
  return { from, before, isCut, ...tellCounts(counted, offsetOf) };
}

/**
 * Tells how many ends of a company's own last days would differ under other values of its decision settings, and which kinds. Each try leaves an
 * entry before anything is read. Refuses with `invalid` what cannot be tried, and with 42911 one try or value too many. A second try at the same
 * time, and one that takes too long, are 42906.
 */
export async function trySettings(
  trier: Trier,
  on: TriedOn,
  texts: ReadonlyMap<string, string>,
): Promise<WhatIf> {
  const moved = parseMoved(texts);
  if (running.has(on.tenantId)) refuseBusy();
  running.add(on.tenantId);
  try {
    return await tryOnce(trier, on, texts, moved);
  } finally {
    running.delete(on.tenantId);
  }
}
