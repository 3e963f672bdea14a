import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { findSettledAdmins } from './settled-admins-store.ts';

/** Who reset an account last, as the audit log names them; undefined where nobody did. */
async function findLastReset(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('audit_log')
    .select('actor')
    .where('subject', '=', `user/${userId}`)
    .where('action', '=', 'user.reset')
    .orderBy('entry_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.actor;
}

/** The invitation that an account came by; undefined where the entry does not say it. */
async function findInvitationOf(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('audit_log')
    .select('after')
    .where('subject', '=', `user/${userId}`)
    .where('action', '=', 'user.create')
    .limit(1)
    .executeTakeFirst();
  return (row?.after as { invitation?: string } | null | undefined)?.invitation;
}

async function findInviter(db: Db, invitationId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('audit_log')
    .select('actor')
    .where('subject', '=', `invitation/${invitationId}`)
    .where('action', '=', 'user.invite')
    .limit(1)
    .executeTakeFirst();
  return row?.actor;
}

/** Who had the link last by which an account got its authenticators: whoever reset it last, or else invited it. */
async function findGiver(db: Db, userId: string): Promise<string | undefined> {
  const reset = await findLastReset(db, userId);
  if (reset !== undefined) return reset;
  const invitation = await findInvitationOf(db, userId);
  return invitation === undefined ? undefined : findInviter(db, invitation);
}

/**
 * Whether two accounts count as two persons of the tenant: both stand since a time (`findSettledAdmins`), and neither gave the other its link,
 * which whoever made it could have taken.
 */
export async function areTwoPersons(
  db: Db,
  tenantId: TenantId,
  [one, other]: readonly [string, string],
  since: Date,
): Promise<boolean> {
  const settled = await findSettledAdmins(db, { tenantId, userIds: [one, other] }, since);
  if (!settled.includes(one) || !settled.includes(other)) return false;
  const givers = [await findGiver(db, one), await findGiver(db, other)];
  return givers[0] !== `user:${other}` && givers[1] !== `user:${one}`;
}
