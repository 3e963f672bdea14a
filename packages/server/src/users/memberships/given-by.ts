import type { AuditAction } from '@titular/contract';
import { accountOf } from '../../audit/index.ts';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { isSettledAdmin, listAdmins } from './settled-admins-store.ts';

/** Seconds for which an account that an account of the portal gave stands before it takes part, so that the team can see it. */
const SETTLED_SECONDS = 86_400;
/** Links that are followed from one account to the next; whoever is behind a longer chain counts as nobody's second person. */
const MAX_LINKS = 50;
/** Admins among whom two persons are looked for. */
const MAX_ADMINS = 50;

/** An act of the audit log, and where it stands there. */
type Given = { actor: string; at: Date; entryId: string };

/** Who reset an account last before an entry of the audit log. */
async function findLastReset(db: Db, userId: string, before: string | undefined): Promise<Given | undefined> {
  let query = db
    .selectFrom('audit_log')
    .select(['actor', 'at', 'entry_id'])
    .where('subject', '=', `user/${userId}`)
    .where('action', '=', 'user.reset' satisfies AuditAction);
  if (before !== undefined) query = query.where('entry_id', '<', before);
  const row = await query.orderBy('entry_id', 'desc').limit(1).executeTakeFirst();
  return row && { actor: row.actor, at: row.at, entryId: row.entry_id };
}

/** The invitation that an account came by; undefined where the entry does not say it. */
async function findInvitationOf(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('audit_log')
    .select('after')
    .where('subject', '=', `user/${userId}`)
    .where('action', '=', 'user.create' satisfies AuditAction)
    .limit(1)
    .executeTakeFirst();
  return (row?.after as { invitation?: string } | null | undefined)?.invitation;
}

async function findInvited(db: Db, invitationId: string): Promise<Given | undefined> {
  const row = await db
    .selectFrom('audit_log')
    .select(['actor', 'at', 'entry_id'])
    .where('subject', '=', `invitation/${invitationId}`)
    .where('action', '=', 'user.invite' satisfies AuditAction)
    .limit(1)
    .executeTakeFirst();
  return row && { actor: row.actor, at: row.at, entryId: row.entry_id };
}

/** Who had the link by which an account got its authenticators, as they were before an entry: whoever reset it last, or else invited it. */
async function findGiver(db: Db, userId: string, before: string | undefined): Promise<Given | undefined> {
  const reset = await findLastReset(db, userId, before);
  if (reset) return reset;
  const invitation = await findInvitationOf(db, userId);
  return invitation === undefined ? undefined : findInvited(db, invitation);
}

/**
 * Accounts in whose hands an account may be: itself, whoever had its link, whoever had theirs then, and so on up to one whose link the host
 * gave. Undefined for a chain of more than 50.
 */
async function handsOf(db: Db, userId: string): Promise<ReadonlySet<string> | undefined> {
  const hands = new Set([userId]);
  let [at, before]: [string, string | undefined] = [userId, undefined];
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const given = await findGiver(db, at, before);
    const giver = given && accountOf(given.actor);
    if (giver === undefined) return hands;
    [at, before] = [giver, given?.entryId];
    hands.add(at);
  }
  return undefined;
}

/**
 * Whether somebody who sat in a session of an account added a way to sign in since a time. A session does not say what proved it, so that one
 * which a found recovery code opened would count by the passkey of last year.
 */
async function hasNewWay(db: Db, userId: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('audit_log')
    .select('entry_id')
    .where('subject', '=', `user/${userId}`)
    .where('action', '=', 'authenticator.create' satisfies AuditAction)
    .where('at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** When something was proposed, and the issuer of the provider that is configured now. */
type Moment = { at: Date; issuer: string | undefined };

/**
 * Whether an account is an admin of all companies now, and could be one at a time: for a day before it where another account gave its link.
 * Nothing to sign in with was added to it since a day before.
 */
const mayTakePart = async (
  db: Db,
  tenantId: TenantId,
  userId: string,
  hands: ReadonlySet<string>,
  { at, issuer }: Moment,
): Promise<boolean> => {
  const dayBefore = addSeconds(at, -SETTLED_SECONDS);
  if (await hasNewWay(db, userId, dayBefore)) return false;
  const since = hands.size === 1 ? at : dayBefore;
  return isSettledAdmin(db, tenantId, userId, { since, issuer });
};

async function mayPropose(db: Db, tenantId: TenantId, userId: string, moment: Moment): Promise<boolean> {
  const hands = await handsOf(db, userId);
  return hands !== undefined && mayTakePart(db, tenantId, userId, hands, moment);
}

const areApart = (one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): boolean =>
  one !== undefined && other !== undefined && ![...one].some((id) => other.has(id));

async function areTwoPersons(
  db: Db,
  tenantId: TenantId,
  userIds: readonly [string, string],
  moment: Moment,
): Promise<boolean> {
  const hands = new Map<string, ReadonlySet<string>>();
  // In one order, because each is locked.
  for (const userId of userIds.toSorted()) {
    const those = await handsOf(db, userId);
    if (!those || !(await mayTakePart(db, tenantId, userId, those, moment))) return false;
    hands.set(userId, those);
  }
  return areApart(hands.get(userIds[0]), hands.get(userIds[1]));
}

/** Whether an admin of all companies, looked for among 50 and not `except`, counts as a second person for what an account proposes. */
async function hasSecond(
  db: Db,
  tenantId: TenantId,
  userId: string,
  { except, ...moment }: Moment & { except: string | undefined },
): Promise<boolean> {
  for (const other of await listAdmins(db, tenantId, MAX_ADMINS)) {
    if (other === userId || other === except) continue;
    if (await areTwoPersons(db, tenantId, [userId, other], moment)) return true;
  }
  return false;
}

/** Who made the link by which an account got its authenticators, and when: an actor as the audit log has it. */
export async function findLinkGiver(
  db: Db,
  userId: string,
): Promise<{ actor: string; at: Date } | undefined> {
  const given = await findGiver(db, userId, undefined);
  return given && { actor: given.actor, at: given.at };
}

/** Whether the last reset of an account came after a time. */
export async function wasResetSince(db: Db, userId: string, since: Date): Promise<boolean> {
  const reset = await findLastReset(db, userId, undefined);
  return reset !== undefined && reset.at > since;
}

/** Whether two of the tenant's admins of all companies, looked for among 50, count as two persons, once they are there for a day. */
export async function hasTwoPersons(db: Db, tenantId: TenantId): Promise<boolean> {
  const before: (ReadonlySet<string> | undefined)[] = [];
  for (const userId of await listAdmins(db, tenantId, MAX_ADMINS)) {
    const hands = await handsOf(db, userId);
    if (before.some((others) => areApart(hands, others))) return true;
    before.push(hands);
  }
  return false;
}

/** Who counts as a person where the setting `two-person` asks for two. */
export type TwoPersonRules = {
  /** Whether an account may propose at a time what two persons do. */
  mayPropose(db: Db, tenantId: TenantId, userId: string, at: Date): Promise<boolean>;
  /**
   * Whether two accounts count as two persons of the tenant for what was proposed at a time: both may take part, and no account had the links
   * of both. Whoever makes a link could take it.
   */
  areTwoPersons(db: Db, tenantId: TenantId, userIds: readonly [string, string], at: Date): Promise<boolean>;
  /** Whether anybody but `except` counts as a second person for what an account proposes at a time. */
  hasSecond(
    db: Db,
    tenantId: TenantId,
    userId: string,
    proposal: { at: Date; except: string | undefined },
  ): Promise<boolean>;
};

/** The rules by the issuer of the provider that is configured now; undefined where there is none. */
export const twoPersonRules = (issuer: string | undefined): TwoPersonRules => ({
  mayPropose: (db, tenantId, userId, at) => mayPropose(db, tenantId, userId, { at, issuer }),
  areTwoPersons: (db, tenantId, userIds, at) => areTwoPersons(db, tenantId, userIds, { at, issuer }),
  hasSecond: (db, tenantId, userId, proposal) => hasSecond(db, tenantId, userId, { ...proposal, issuer }),
});
