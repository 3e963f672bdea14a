import type { ProviderPurpose } from '@titular/contract';
import { sql } from 'kysely';
import { insertAuditEntry, listAuditEntries } from '../../audit/index.ts';
import { addSeconds } from '../../kernel/base/clock.ts';
import { type Db, inTransaction } from '../../kernel/database/connect.ts';
import type { UserDeps } from '../user-deps.ts';
import type { ProviderFaultReason } from './provider-fault.ts';

/** Seconds in which one reason has one entry, so that no stranger fills a log that nobody may shorten. */
const QUIET_SECONDS = 600;

/** Takes the note of a reason until the database transaction ends; false where another is writing it now. */
async function tryLockNote(db: Db, subject: string): Promise<boolean> {
  const { rows } = await sql<{ is_mine: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${subject}, 0)) AS is_mine`.execute(db);
  return rows[0]?.is_mine === true;
}

/** Adds an audit entry that a visit made no session, and why; of a reason that was noted within ten minutes, or is being noted, none. */
export function noteFault(
  { db, clock }: Pick<UserDeps, 'db' | 'clock'>,
  reason: ProviderFaultReason,
  purpose: ProviderPurpose,
): Promise<void> {
  const subject = `provider/${reason}` as const;
  return inTransaction(db, async (trx) => {
    if (!(await tryLockNote(trx, subject))) return;
    const from = addSeconds(clock.now(), -QUIET_SECONDS);
    const noted = await listAuditEntries(trx, { subject, from, limit: 1 });
    if (noted.length > 0) return;
    await insertAuditEntry(
      trx,
      { clock, actor: 'portal' },
      { tenantId: undefined, action: 'user.refuse-sign-in', subject, after: { purpose } },
    );
  });
}
