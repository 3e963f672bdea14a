import { addSeconds, secondsBetween } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Company } from '../../tenants/index.ts';
import { type DayAttempt, listDayAttempts, type ShownFor } from './day-attempts-store.ts';

const DAY_SECONDS = 86_400;

/** A transaction or process has at most so many attempts, and an identity as many of each that it may have in a day. */
const ATTEMPTS_OF_ONE = 3;

/**
 * All companies and cards together have a multiple of one card's limit. A stranger with other cards uses up little of
 * the holder's limit, and new cards give no unlimited tries at a face.
 */
const SHARES_OF_ALL = 4;

/** Since when something counts for the day. */
export const startOfShare = (now: Date): Date => addSeconds(now, -DAY_SECONDS);

/** How often within 24 hours an identity may be captured for one company and card, and its captures be used. */
export const shareOfDay = ({ identityAttemptsPerDay }: Company): number =>
  identityAttemptsPerDay * ATTEMPTS_OF_ONE;

/** Seconds until fewer than `most` of the attempts, the latest first, are of the last 24 hours; 0 where that is so now. */
function secondsUntilFewer(attempts: readonly DayAttempt[], most: number, now: Date): number {
  const decisive = attempts[most - 1];
  return decisive ? Math.max(1, Math.ceil(DAY_SECONDS - secondsBetween(decisive.startedAt, now))) : 0;
}

/** Whole seconds until one more attempt may be begun to show this identity (R65), 0 for now; whoever asks the same next waits until this database transaction ends. */
export async function waitForShare(
  trx: Db,
  tenantId: TenantId,
  whom: ShownFor,
  company: Company,
  now: Date,
): Promise<number> {
  const share = shareOfDay(company);
  const most = share * SHARES_OF_ALL;
  const attempts = await listDayAttempts(trx, tenantId, whom, { since: startOfShare(now), now, most });
  const own = attempts.filter(({ isSamePurpose }) => isSamePurpose);
  return Math.max(secondsUntilFewer(own, share, now), secondsUntilFewer(attempts, most, now));
}
