import type { TransactionExport } from '@titular/contract';
import type { CompanyId } from '../kernel/base/id.ts';
import type { MemberChange } from '../users/index.ts';
import type { Proposed } from './waiting-store.ts';

/** A change of settings, each with the text that the proposer saw. */
export type SettingsAct = {
  kind: 'settings';
  /** The company whose settings they are; those of the tenant where there is none. */
  companyId?: CompanyId;
  changes: { name: string; seen: string; value: string }[];
};

/** A change of a member, with what they were when it was proposed. */
export type MemberAct = { kind: 'member'; userId: string; seen: MemberChange; next: MemberChange };

/**
 * A file of transactions with persons for its proposer: the rows of a filter up to the time of the proposal, in these columns. The filter has
 * codes, ids and times alone, nothing that somebody typed.
 */
export type ExportAct = { kind: 'export'; filter: TransactionExport; columns: readonly string[] };

/** What two persons do together. */
export type Act = SettingsAct | MemberAct | ExportAct;

/** An act that waits. */
export type WaitingAct = Proposed & { actId: string; act: Act };

/** What an act changes, from and to, or of what it makes a file, as the audit log keeps it. */
export function describeAct(act: Act): object {
  if (act.kind === 'settings') return { changes: act.changes };
  if (act.kind === 'member') return { seen: act.seen, next: act.next };
  return { withPersons: true, filter: act.filter, columns: act.columns };
}

/** What a newer proposal of the same account takes the place of: the same settings, the same member, or a file. */
export function replacesOf(tenantId: string, act: Act): string {
  const names = act.kind === 'settings' ? act.changes.map(({ name }) => name).toSorted() : [];
  return [aboutOf(tenantId, act), ...names].join(' ');
}

/** What an act changes, as the audit log names it. */
export function aboutOf(tenantId: string, act: Act): string {
  if (act.kind === 'member') return `user/${act.userId}`;
  if (act.kind === 'export') return 'exports/persons';
  return act.companyId === undefined ? `tenant/${tenantId}` : `company/${act.companyId}`;
}
