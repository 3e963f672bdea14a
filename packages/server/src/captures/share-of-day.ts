import { addSeconds } from '../base/clock.ts';
import type { Db } from '../database/connect.ts';
import type { Company } from '../tenants/tenant.ts';
import { countAttemptsSince } from './day-attempts-store.ts';

const DAY_SECONDS = 86_400;

/** A transaction or process has at most so many attempts, and an identity as many of each that it may have in a day. */
const ATTEMPTS_OF_ONE = 3;

/** Since when something counts for the day. */
export const startOfShare = (now: Date): Date => addSeconds(now, -DAY_SECONDS);

/** How often within 24 hours an identity may be captured, and its captures be used. */
export const shareOfDay = ({ identityAttemptsPerDay }: Company): number =>
  identityAttemptsPerDay * ATTEMPTS_OF_ONE;

/** Whether one more attempt may be begun to show this identity (R65); whoever asks the same next waits until this database transaction ends. */
export const hasShareLeft = async (
  trx: Db,
  tenantId: string,
  whom: { identityHash: Buffer; isStated: boolean },
  company: Company,
  now: Date,
): Promise<boolean> =>
  (await countAttemptsSince(trx, tenantId, whom, startOfShare(now))) < shareOfDay(company);
