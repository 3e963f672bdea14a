import type { Operator } from '../../audit/index.ts';
import { type ExportDeps, startApprovedExport } from '../../exports/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { PortalCaller } from '../../kernel/http/portal/portal-route.ts';
import type { TenantKey } from '../../tenants/index.ts';
import type { ExportAct, MemberAct, SettingsAct, WaitingAct } from '../../two-person/index.ts';
import { changeMember, isSameMember } from '../../users/index.ts';
import { changeApproved, type PortalOwner } from '../settings/change-settings.ts';
import { refuseTakenAccount } from './picture-rights.ts';

/** Whose settings an act changes: those of the caller's tenant, or of one of its companies. */
export const ownerOf = ({ tenantId }: PortalCaller, { companyId }: SettingsAct): PortalOwner =>
  companyId === undefined ? { kind: 'tenant', tenantId } : { kind: 'company', tenantId, companyId };

async function performSettings(
  inSameCommit: Operator,
  caller: PortalCaller,
  act: SettingsAct,
): Promise<void> {
  const changed = await changeApproved(inSameCommit, ownerOf(caller, act), act.changes);
  if (!changed) throw new Refusal('40059');
}

async function performMember(
  inSameCommit: Operator,
  { tenantId, userId: approver }: PortalCaller,
  { userId, seen, next }: MemberAct,
  proposedAt: Date,
): Promise<void> {
  if (userId === approver) throw new Refusal('40078');
  const guard = async (trx: Db, now: typeof seen): Promise<void> => {
    if (!isSameMember(now, seen)) throw new Refusal('40059');
    await refuseTakenAccount(trx, userId, { proposedAt, now: inSameCommit.clock.now() });
  };
  const outcome = await changeMember(inSameCommit, tenantId, userId, next, { guard });
  if (outcome === 'unknown') throw new Refusal('40059');
  if (outcome === 'last-admin') throw new Refusal('40078');
}

async function performExport(
  deps: Parameters<typeof startApprovedExport>[0],
  { tenantId, extent }: PortalCaller,
  { actId, proposedBy, proposedAt }: WaitingAct,
  { filter, columns }: ExportAct,
): Promise<void> {
  if (extent('persons:export') === undefined) throw new Refusal('40343');
  await startApprovedExport(deps, tenantId, { actId, proposedBy, proposedAt, filter, columns });
}

/** Does what was approved, as its proposer saw it; refuses with 40059 where something of it was changed since. */
export const performAct =
  (caller: PortalCaller, sealing: Pick<ExportDeps, 'environment'> & { key: TenantKey }) =>
  (inSameCommit: Operator, taken: WaitingAct): Promise<void> => {
    const { act, proposedAt } = taken;
    if (act.kind === 'settings') return performSettings(inSameCommit, caller, act);
    if (act.kind === 'member') return performMember(inSameCommit, caller, act, proposedAt);
    return performExport({ ...inSameCommit, ...sealing }, caller, taken, act);
  };
