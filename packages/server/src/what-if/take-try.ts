import { WHAT_IF_PER_HOUR, WHAT_IF_VALUES_PER_DAY } from '@titular/contract';
import { sql } from 'kysely';
import { insertAuditEntry, type Operator, searchAuditEntries } from '../audit/index.ts';
import { addSeconds } from '../kernel/base/clock.ts';
import type { CompanyId, TenantId } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import type { Db } from '../kernel/database/connect.ts';
import { fineValues } from './moved-settings.ts';

const ACTION = 'company.what-if';
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
/** All that the limit of an hour lets a tenant try within a day. */
const MAX_PER_DAY = (WHAT_IF_PER_HOUR * (DAY_SECONDS + HOUR_SECONDS)) / HOUR_SECONDS;

/** The company whose ends are decided again. */
export type TriedOn = { tenantId: TenantId; companyId: CompanyId };

const refuseUntil = (at: Date, now: Date, message: string): never => {
  throw Refusal.after('42911', (at.getTime() - now.getTime()) / 1_000, message);
};

/** Tries of one tenant wait for each other here, so that none slips past a limit. */
async function lockTries(db: Db, tenantId: TenantId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${ACTION}/${tenantId}`}, 0))`.execute(db);
}

/** The hour slides: a try is there again once the oldest of the last ones leaves it. */
async function refuseOften(db: Db, tenantId: TenantId, now: Date): Promise<void> {
  const from = addSeconds(now, -HOUR_SECONDS);
  const { entries } = await searchAuditEntries(db, { tenantId, action: ACTION, from }, WHAT_IF_PER_HOUR);
  const oldest = entries[WHAT_IF_PER_HOUR - 1];
  if (oldest)
    refuseUntil(
      addSeconds(oldest.at, HOUR_SECONDS),
      now,
      `A tenant tries settings ${WHAT_IF_PER_HOUR} times an hour.`,
    );
}

const textsOf = (after: unknown): ReadonlyMap<string, string> =>
  new Map(Object.entries((after as { tried?: Record<string, string> } | undefined)?.tried ?? {}));

/** Refuses one more value of a setting by which people could be told apart, where the day had enough; one of before costs nothing. */
async function refuseFineGrid(
  db: Db,
  { tenantId, companyId }: TriedOn,
  texts: ReadonlyMap<string, string>,
  { now, day }: { now: Date; day: Date },
): Promise<void> {
  const asked = fineValues(texts);
  if (asked.length === 0) return;
  const { entries } = await searchAuditEntries(db, { tenantId, action: ACTION, from: day }, MAX_PER_DAY);
  const tried = new Set(
    entries
      .filter(({ subject }) => subject === `company/${companyId}`)
      .flatMap(({ after }) => fineValues(textsOf(after))),
  );
  const all = new Set([...tried, ...asked]);
  if (all.size > tried.size && all.size > WHAT_IF_VALUES_PER_DAY)
    refuseUntil(
      addSeconds(day, DAY_SECONDS),
      now,
      `A company tries ${WHAT_IF_VALUES_PER_DAY} values of a threshold a day (UTC); those of today can be repeated.`,
    );
}

/** Takes one try of the hour, and leaves its entry; refuses with 42911 where none is left, or one more value is too fine for the day. */
export const takeTry = (
  operator: Operator,
  on: TriedOn,
  texts: ReadonlyMap<string, string>,
  times: { now: Date; day: Date },
): Promise<void> =>
  operator.db.transaction().execute(async (trx) => {
    const { tenantId, companyId } = on;
    await lockTries(trx, tenantId);
    await refuseOften(trx, tenantId, times.now);
    await refuseFineGrid(trx, on, texts, times);
    await insertAuditEntry(trx, operator, {
      ...{ tenantId, action: ACTION, subject: `company/${companyId}` },
      after: { tried: Object.fromEntries(texts) },
    });
  });
