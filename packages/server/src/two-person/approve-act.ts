import { insertAuditEntry, type Operator } from '../audit/index.ts';
import type { TenantId } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import { withRetries } from '../kernel/database/connect.ts';
import { lockMemberships } from '../users/index.ts';
import { aboutOf, describeAct, type WaitingAct } from './act.ts';
import { deleteAct, findAct, takeAct } from './act-store.ts';
import { type ActOperator, type Proposer, subjectOf } from './propose-act.ts';

/** Does an act in the commit of its approval: `db` of the operator is that transaction. */
export type PerformAct = (inSameCommit: Operator, taken: WaitingAct) => Promise<void>;

/** A proposal as the entries about its end name it. */
const describeProposal = (tenantId: TenantId, { act, proposedBy }: WaitingAct): object => ({
  ...{ about: aboutOf(tenantId, act), proposedBy: `user:${proposedBy}` },
  ...describeAct(act),
});

/** Takes an act for this approver alone; refuses with 40348 where proposer and approver do not count as two persons now. */
async function take(
  { db, clock, rules }: ActOperator,
  { tenantId, userId }: Proposer,
  actId: string,
): Promise<WaitingAct> {
  // Before anything else is locked: changes of members lock them in the same order.
  await lockMemberships(db, tenantId);
  const now = clock.now();
  const taken = await takeAct(db, tenantId, actId, { approverId: userId, now });
  if (!taken) throw new Refusal((await findAct(db, tenantId, actId, now)) ? '40348' : '40420');
  const accounts = [taken.proposedBy, userId] as const;
  if (!(await rules.areTwoPersons(db, tenantId, accounts, taken.proposedAt))) throw new Refusal('40348');
  return taken;
}

/** Approves an act and does it, in one commit with both entries of the audit log: of approvals that race, one acts. */
export function approveAct(
  operator: ActOperator,
  approver: Proposer,
  actId: string,
  perform: PerformAct,
): Promise<void> {
  return withRetries(() =>
    operator.db.transaction().execute(async (trx) => {
      const inSameCommit = { ...operator, db: trx };
      const taken = await take(inSameCommit, approver, actId);
      const { tenantId } = approver;
      const after = describeProposal(tenantId, taken);
      const entry = { tenantId, action: 'act.approve', subject: subjectOf(taken), after } as const;
      await insertAuditEntry(trx, operator, entry);
      await perform(inSameCommit, taken);
    }),
  );
}

/** Withdraws an act that waits, whoever proposed it. Refuses with 40420 what is gone. */
export function withdrawAct(operator: Operator, tenantId: TenantId, actId: string): Promise<void> {
  return withRetries(() =>
    operator.db.transaction().execute(async (trx) => {
      const gone = await deleteAct(trx, tenantId, actId, operator.clock.now());
      if (!gone) throw new Refusal('40420');
      const before = describeProposal(tenantId, gone);
      const entry = { tenantId, action: 'act.withdraw', subject: subjectOf(gone), before } as const;
      await insertAuditEntry(trx, operator, entry);
    }),
  );
}
