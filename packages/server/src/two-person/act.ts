import type { CompanyId } from '../kernel/base/id.ts';
import type { MemberChange } from '../users/index.ts';

/** A change of settings, each with the text that the proposer saw. */
export type SettingsAct = {
  kind: 'settings';
  /** The company whose settings they are; those of the tenant where there is none. */
  companyId?: CompanyId;
  changes: { name: string; seen: string; value: string }[];
};

/** A change of a member, with what they were when it was proposed. */
export type MemberAct = { kind: 'member'; userId: string; seen: MemberChange; next: MemberChange };

/** What two persons do together. */
export type Act = SettingsAct | MemberAct;

/** An act that waits; `proposedBy` is the id of an account. */
export type WaitingAct = { actId: string; proposedBy: string; proposedAt: Date; expiresAt: Date; act: Act };

/** What an act changes, from and to, as the audit log keeps it. */
export const describeAct = (act: Act): object =>
  act.kind === 'settings' ? { changes: act.changes } : { seen: act.seen, next: act.next };

/** What a newer proposal of the same account takes the place of: the same settings, or the same member. */
export const replacesOf = (tenantId: string, act: Act): string =>
  act.kind === 'member'
    ? aboutOf(tenantId, act)
    : [aboutOf(tenantId, act), ...act.changes.map(({ name }) => name).toSorted()].join(' ');

/** What an act changes, as the audit log names it. */
export function aboutOf(tenantId: string, act: Act): string {
  if (act.kind === 'member') return `user/${act.userId}`;
  return act.companyId === undefined ? `tenant/${tenantId}` : `company/${act.companyId}`;
}
