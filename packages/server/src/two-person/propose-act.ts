import { insertAuditEntry, type Operator } from '../audit/index.ts';
import { newId, type TenantId } from '../kernel/base/id.ts';
import { type Db, withRetries } from '../kernel/database/connect.ts';
import { type Act, aboutOf, describeAct, type WaitingAct } from './act.ts';
import { deleteReplaced, findReplaced, insertAct } from './act-store.ts';
import { type Proposer, propose, requireSecond, type WithRules } from './second-person.ts';

/** An operator with the rules of who counts as two persons. */
export type ActOperator = Operator & WithRules;

/** How the audit log names an act that waits. */
export const subjectOf = ({ actId }: Pick<WaitingAct, 'actId'>): `act/${string}` => `act/${actId}`;

/** Takes the place of what the same account proposed about the same; the audit log keeps what that was. */
async function replace(operator: Operator, tenantId: TenantId, made: WaitingAct): Promise<void> {
  const older = await findReplaced(operator.db, tenantId, made);
  if (!older) return;
  await deleteReplaced(operator.db, tenantId, older.actId);
  // What expired ended by itself, at the time that its entry says.
  if (older.expiresAt <= made.proposedAt) return;
  await insertAuditEntry(operator.db, operator, {
    ...{ tenantId, action: 'act.replace', subject: subjectOf(older) },
    before: { about: aboutOf(tenantId, older.act), ...describeAct(older.act) },
    after: { by: subjectOf(made) },
  });
}

/**
 * Proposes an act for somebody else to approve, where `check` lets it pass in the same commit. A newer one of the same account about the same
 * takes its place. Refuses with 40348 whoever may not take part, and with 40352 what nobody could approve.
 */
export function proposeAct(
  operator: ActOperator,
  proposer: Proposer,
  act: Act,
  check: (trx: Db) => Promise<void>,
): Promise<WaitingAct> {
  const { tenantId, userId } = proposer;
  return withRetries(() =>
    operator.db.transaction().execute(async (trx) => {
      const inSameCommit = { ...operator, db: trx };
      const proposedAt = operator.clock.now();
      // Whom an act is about is not who approves it.
      const except = act.kind === 'member' ? act.userId : undefined;
      await requireSecond(operator, trx, proposer, { at: proposedAt, except });
      await check(trx);
      const made = { ...propose(userId, proposedAt), actId: newId(proposedAt.getTime()), act };
      await replace(inSameCommit, tenantId, made);
      await insertAct(trx, tenantId, made);
      await insertAuditEntry(trx, operator, {
        ...{ tenantId, action: 'act.propose', subject: subjectOf(made) },
        after: {
          ...{ about: aboutOf(tenantId, act), expiresAt: made.expiresAt.toISOString() },
          ...describeAct(act),
        },
      });
      return made;
    }),
  );
}
