import { insertAuditEntry, type Operator } from '../audit/index.ts';
import { addSeconds } from '../kernel/base/clock.ts';
import { newId, type TenantId } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { TwoPersonRules } from '../users/index.ts';
import { type Act, aboutOf, type WaitingAct } from './act.ts';
import { upsertAct } from './act-store.ts';

/** Seconds for which an act waits for a second person. */
const ACT_SECONDS = 86_400;

/** Somebody of the staff in a tenant, by account. */
export type Proposer = { tenantId: TenantId; userId: string };

/** An operator with the rules of who counts as two persons. */
export type ActOperator = Operator & { rules: TwoPersonRules };

/** How the audit log names an act that waits. */
export const subjectOf = ({ actId }: Pick<WaitingAct, 'actId'>): string => `act/${actId}`;

/**
 * Proposes an act for somebody else to approve, where `check` lets it pass in the same commit. A newer one of the same account about the same
 * takes its place. Refuses with 40348 whoever may not take part.
 */
export function proposeAct(
  operator: ActOperator,
  { tenantId, userId }: Proposer,
  act: Act,
  check: (trx: Db) => Promise<void>,
): Promise<WaitingAct> {
  return operator.db.transaction().execute(async (trx) => {
    const proposedAt = operator.clock.now();
    if (!(await operator.rules.mayPropose(trx, tenantId, userId, proposedAt))) throw new Refusal('40348');
    await check(trx);
    const actId = newId(proposedAt.getTime());
    const waiting = { actId, proposedBy: userId, proposedAt, act };
    const made = { ...waiting, expiresAt: addSeconds(proposedAt, ACT_SECONDS) };
    await upsertAct(trx, tenantId, made);
    const after = { about: aboutOf(tenantId, act), expiresAt: made.expiresAt.toISOString() };
    await insertAuditEntry(trx, operator, {
      ...{ tenantId, action: 'act.propose', subject: subjectOf(made), after },
    });
    return made;
  });
}
