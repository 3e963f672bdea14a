import type { ProviderPurpose } from '@titular/contract';
import { insertAuditEntry, listAuditEntries } from '../../audit/index.ts';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { UserDeps } from '../user-deps.ts';
import type { ProviderFaultReason } from './provider-fault.ts';

/** Seconds in which one reason has one entry, so that no stranger fills a log that nobody may shorten. */
const QUIET_SECONDS = 600;

/** Adds an audit entry that a visit made no session, and why; of a reason that was noted within ten minutes, none. */
export async function noteFault(
  { db, clock }: Pick<UserDeps, 'db' | 'clock'>,
  reason: ProviderFaultReason,
  purpose: ProviderPurpose,
): Promise<void> {
  const subject = `provider/${reason}`;
  const from = addSeconds(clock.now(), -QUIET_SECONDS);
  const noted = await listAuditEntries(db, { subject, from, limit: 1 });
  if (noted.length > 0) return;
  await insertAuditEntry(
    db,
    { clock, actor: 'portal' },
    { tenantId: undefined, action: 'user.refuse-sign-in', subject, after: { purpose } },
  );
}
