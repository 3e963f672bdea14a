import { insertTenantEntry, type Operator, type TenantAuditEntry } from '../audit/index.ts';
import { addSeconds } from '../kernel/base/clock.ts';
import type { TenantId } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import { type Db, withRetries } from '../kernel/database/connect.ts';
import { lockMemberships, type TwoPersonRules } from '../users/index.ts';
import type { Proposed, WaitingStore } from './waiting-store.ts';

/** Seconds for which what one person proposed waits for a second one. */
export const WAITING_SECONDS = 86_400;

/** Somebody of the staff in a tenant, by account: who they are, whatever name, role or session they have. */
export type Proposer = { tenantId: TenantId; userId: string };

/** What decides who counts as two persons. */
export type WithRules = { rules: TwoPersonRules };

/** What a proposal of an account at a time begins with. */
export const propose = (userId: string, at: Date): Proposed => ({
  ...{ proposedBy: userId, proposedAt: at },
  expiresAt: addSeconds(at, WAITING_SECONDS),
});

/** Refuses with 40348 whoever may not take part, and with 40352 what nobody could approve; `except` is no second person for it. */
export async function requireSecond(
  { rules }: WithRules,
  trx: Db,
  { tenantId, userId }: Proposer,
  { at, except }: { at: Date; except?: string | undefined },
): Promise<void> {
  // Before anything else is locked, as an approval does.
  await lockMemberships(trx, tenantId);
  if (!(await rules.mayPropose(trx, tenantId, userId, at))) throw new Refusal('40348');
  if (!(await rules.hasSecond(trx, tenantId, userId, { at, except }))) throw new Refusal('40352');
}

/**
 * Takes what waits for this approver alone: of approvals that race, one goes on. Refuses with 40348 one's own, and where proposer and
 * approver do not count as two persons now, and with 40420 what is gone.
 */
export async function takeAsSecond<Waiting>(
  { rules }: WithRules,
  trx: Db,
  store: WaitingStore<Waiting>,
  { tenantId, userId }: Proposer,
  { id, now }: { id: string; now: Date },
): Promise<Waiting & Proposed> {
  const taken = await store.take(trx, tenantId, id, { approverId: userId, now });
  if (!taken) throw new Refusal((await store.find(trx, tenantId, id, now)) ? '40348' : '40420');
  const accounts = [taken.proposedBy, userId] as const;
  if (!(await rules.areTwoPersons(trx, tenantId, accounts, taken.proposedAt))) throw new Refusal('40348');
  return taken;
}

/** Withdraws what waits, whoever proposed it, in one commit with its entry. Refuses with 40420 what is gone. */
export function withdrawWaiting<Waiting>(
  operator: Operator,
  store: WaitingStore<Waiting>,
  { tenantId, id }: { tenantId: TenantId; id: string },
  entryOf: (gone: Waiting & Proposed) => TenantAuditEntry,
): Promise<void> {
  return withRetries(() =>
    operator.db.transaction().execute(async (trx) => {
      const gone = await store.withdraw(trx, tenantId, id, operator.clock.now());
      if (!gone) throw new Refusal('40420');
      await insertTenantEntry(trx, operator, tenantId, entryOf(gone));
    }),
  );
}
