import type { TenantRole } from '@titular/contract';
import { sql } from 'kysely';
import { insertAuditEntry, type Operator } from '../../audit/index.ts';
import { addSeconds } from '../../kernel/base/clock.ts';
import { type CompanyId, newId, type TenantId } from '../../kernel/base/id.ts';
import { type Db, inTransaction } from '../../kernel/database/connect.ts';
import { lockMemberships } from '../memberships/membership-store.ts';
import { requireManager } from '../memberships/require-manager.ts';
import { hasOperator } from '../people/user-store.ts';
import { codeHashOf, INVITATION_SECONDS, newInvitationCode } from './invitation-link.ts';
import { type Invitation, insertInvitation, listInvitations } from './invitation-store.ts';
import { withdrawInvitation } from './withdraw.ts';

/** A new invitation with its code, which is seen this once. */
export type NewInvitation = { invitationId: string; kind: Invitation['kind']; code: string; expiresAt: Date };

/** Who may invite one at a time, and take an invitation one at a time: who becomes an operator. */
const OPERATOR_LOCK = 7_483_522;

/** Makes everything about operators happen one after the other, until the end of the database transaction. */
export async function lockOperators(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${OPERATOR_LOCK})`.execute(db);
}

type Invited = Pick<Invitation, 'kind' | 'userId' | 'name' | 'tenantId' | 'role' | 'companies'> & {
  isFirstAdmin?: true;
};

/** Writes an invitation in the operator's open transaction. */
export async function addInvitation(operator: Operator, invited: Invited): Promise<NewInvitation> {
  const { db, clock, actor } = operator;
  const now = clock.now();
  const [invitationId, code] = [newId(now.getTime()), newInvitationCode()];
  const expiresAt = addSeconds(now, INVITATION_SECONDS[invited.kind]);
  await insertInvitation(db, {
    ...{ isFirstAdmin: false, ...invited },
    ...{ invitationId, createdAt: now, expiresAt, madeBy: actor },
    codeHash: codeHashOf(code),
  });
  return { invitationId, kind: invited.kind, code, expiresAt };
}

/** Ends the operators' links that a new one takes the place of. */
async function replaceOperatorInvitations(inSameCommit: Operator, name: string): Promise<void> {
  const { db, clock } = inSameCommit;
  const isFirst = !(await hasOperator(db));
  for (const one of await listInvitations(db, clock.now()))
    if (one.kind === 'operator' && (isFirst || one.name === name))
      await withdrawInvitation(inSameCommit, one.invitationId);
}

/**
 * Invites an operator. Until there is one, each new link ends those before it; later only those under the same name. With `adminOf` whoever
 * takes it is also an admin of that tenant, which the test environment uses for its demo.
 */
export function inviteOperator(operator: Operator, name: string, adminOf?: TenantId): Promise<NewInvitation> {
  return inTransaction(operator.db, async (trx) => {
    const inSameCommit = { ...operator, db: trx };
    await lockOperators(trx);
    await replaceOperatorInvitations(inSameCommit, name);
    const made = await addInvitation(inSameCommit, {
      ...{ kind: 'operator' as const, role: 'operator' as const, name, userId: undefined },
      ...{ tenantId: adminOf, companies: 'all' as const },
    });
    await insertAuditEntry(trx, operator, {
      tenantId: undefined,
      action: 'user.invite',
      subject: `invitation/${made.invitationId}`,
      after: { role: 'operator', expiresAt: made.expiresAt },
    });
    return made;
  });
}

/** Whom an invitation makes a member, with which role and for which companies. */
export type InvitedMember = {
  tenantId: TenantId;
  role: TenantRole;
  companies: 'all' | readonly CompanyId[];
  name?: string | undefined;
};

/** Invites a member of a tenant; the companies are ones of it. `guard` refuses within the commit, and so is an account that may invite no more. */
export function inviteMember(
  operator: Operator,
  invited: InvitedMember,
  guard?: (trx: Db) => Promise<void>,
): Promise<NewInvitation> {
  const { tenantId, role, companies, name } = invited;
  return inTransaction(operator.db, async (trx) => {
    requireManager(operator, await lockMemberships(trx, tenantId), { companies });
    await guard?.(trx);
    const inSameCommit = { ...operator, db: trx };
    const made = await addInvitation(inSameCommit, {
      ...{ kind: 'member' as const, tenantId, role, companies, name, userId: undefined },
    });
    await insertAuditEntry(trx, operator, {
      tenantId,
      action: 'user.invite',
      subject: `invitation/${made.invitationId}`,
      after: { role, companies, expiresAt: made.expiresAt },
    });
    return made;
  });
}
