import { insertAuditEntry, type Operator } from '../audit/index.ts';
import { addSeconds } from '../kernel/base/clock.ts';
import { newId, type TenantId } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import { type Db, withRetries } from '../kernel/database/connect.ts';
import { lockMemberships, type TwoPersonRules } from '../users/index.ts';
import { type Act, aboutOf, describeAct, type WaitingAct } from './act.ts';
import { deleteReplaced, findReplaced, insertAct } from './act-store.ts';

/** Seconds for which an act waits for a second person. */
const ACT_SECONDS = 86_400;

/** Somebody of the staff in a tenant, by account. */
export type Proposer = { tenantId: TenantId; userId: string };

/** An operator with the rules of who counts as two persons. */
export type ActOperator = Operator & { rules: TwoPersonRules };

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

/** Refuses whoever may not take part, and what nobody else could approve. */
async function requireSecond(
  { db, rules }: ActOperator,
  { tenantId, userId }: Proposer,
  ...[act, at]: [Act, Date]
): Promise<void> {
  // Before anything else is locked, as an approval does.
  await lockMemberships(db, tenantId);
  if (!(await rules.mayPropose(db, tenantId, userId, at))) throw new Refusal('40348');
  const except = act.kind === 'member' ? act.userId : undefined;
  if (!(await rules.hasSecond(db, tenantId, userId, { at, except }))) throw new Refusal('40352');
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
      await requireSecond(inSameCommit, proposer, act, proposedAt);
      await check(trx);
      const actId = newId(proposedAt.getTime());
      const made = {
        ...{ actId, proposedBy: userId, proposedAt, act },
        expiresAt: addSeconds(proposedAt, ACT_SECONDS),
      };
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
