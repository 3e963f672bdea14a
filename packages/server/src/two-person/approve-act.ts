import { insertAuditEntry, type Operator } from '../audit/index.ts';
import type { TenantId } from '../kernel/base/id.ts';
import { withRetries } from '../kernel/database/connect.ts';
import { lockMemberships } from '../users/index.ts';
import { aboutOf, describeAct, type WaitingAct } from './act.ts';
import { waitingActs } from './act-store.ts';
import { type ActOperator, subjectOf } from './propose-act.ts';
import { type Proposer, takeAsSecond, withdrawWaiting } from './second-person.ts';

/** Does an act in the commit of its approval: `db` of the operator is that transaction. */
export type PerformAct = (inSameCommit: Operator, taken: WaitingAct) => Promise<void>;

/** A proposal as the entries about its end name it. */
const describeProposal = (tenantId: TenantId, { act, proposedBy }: WaitingAct): object => ({
  ...{ about: aboutOf(tenantId, act), proposedBy: `user:${proposedBy}` },
  ...describeAct(act),
});

/** Approves an act and does it, in one commit with both entries of the audit log. Refuses with 40348 and 40420. */
export function approveAct(
  operator: ActOperator,
  approver: Proposer,
  actId: string,
  perform: PerformAct,
): Promise<void> {
  const { tenantId } = approver;
  return withRetries(() =>
    operator.db.transaction().execute(async (trx) => {
      // Before anything else is locked: changes of members lock them in the same order.
      await lockMemberships(trx, tenantId);
      const which = { id: actId, now: operator.clock.now() };
      const taken = await takeAsSecond(operator, trx, waitingActs, approver, which);
      const after = describeProposal(tenantId, taken);
      const entry = { tenantId, action: 'act.approve', subject: subjectOf(taken), after } as const;
      await insertAuditEntry(trx, operator, entry);
      await perform({ ...operator, db: trx }, taken);
    }),
  );
}

/** Withdraws an act that waits, whoever proposed it. Refuses with 40420 what is gone. */
export const withdrawAct = (operator: Operator, tenantId: TenantId, actId: string): Promise<void> =>
  withdrawWaiting(operator, waitingActs, { tenantId, id: actId }, (gone) => ({
    ...{ action: 'act.withdraw', subject: subjectOf(gone) },
    before: describeProposal(tenantId, gone),
  }));
