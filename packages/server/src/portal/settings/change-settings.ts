import type { ChangeSettings } from '@titular/contract';
import { OperatorRefusal } from '../../audit/index.ts';
import { refuseCardNumber } from '../../kernel/base/card-numbers/card-number.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { PortalCaller } from '../../kernel/http/portal/portal-route.ts';
import {
  changeSeenSettings,
  parseSettings,
  type Setting,
  type SettingChanges,
  type SettingOwner,
  type SettingValues,
} from '../../settings/index.ts';
import { hasTwoPersons } from '../../users/index.ts';
import { lockTwoPerson } from '../data/two-person-store.ts';
import { operatorOf, type PortalDeps } from '../portal-deps.ts';

/** Whose settings the portal shows. */
export type PortalOwner = Exclude<SettingOwner, { kind: 'service-account' }>;

/** Whether somebody may change settings of an owner; those of the tenant concern all of its companies. */
export const mayChange = (caller: PortalCaller, { kind }: PortalOwner): boolean =>
  caller.extent('settings:change') !== undefined && (kind === 'company' || caller.companies === 'all');

/** Refuses what the portal leaves to operators, and a dangerous change without a fresh authentication. */
function refuseChange({ isFresh }: PortalCaller, settings: readonly Setting[]): void {
  const theirs = settings.find(({ isOperators }) => isOperators);
  if (theirs) throw new Refusal('40343', `An operator of the deployment changes ${theirs.name}, by command.`);
  if (!isFresh && settings.some(({ danger }) => danger !== undefined)) throw new Refusal('40342');
}

type Patch = ReturnType<typeof parseSettings>;

/** Refuses to take back what the portal keeps, so that nobody lifts alone what binds them. */
function refuseLifting(patch: Patch, present: SettingValues): void {
  for (const [{ name, portalKeeps }, value] of patch)
    if (portalKeeps !== undefined && value !== portalKeeps && present[name] === portalKeeps)
      throw new Refusal('40351');
}

/** Refuses to bind admins by each other where no two of them count as two persons. */
async function refuseBindingOne(
  trx: Db,
  tenantId: TenantId,
  patch: Patch,
  present: SettingValues,
): Promise<void> {
  const isBinding = [...patch].some(
    ([{ name, portalKeeps }, value]) => value === portalKeeps && present[name] !== value,
  );
  if (isBinding && !(await hasTwoPersons(trx, tenantId))) throw new Refusal('40352');
}

/** Refuses that one person has data of people deleted earlier where erasing takes two. */
async function refuseShortening(
  trx: Db,
  tenantId: TenantId,
  patch: Patch,
  present: SettingValues,
): Promise<void> {
  const isShorter = [...patch].some(
    ([{ name, danger }, value]) => danger === 'retention' && Number(value) < Number(present[name]),
  );
  if (isShorter && (await lockTwoPerson(trx, tenantId))) throw new Refusal('40350');
}

/** What an operator's command would say, as a refusal of the portal. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof OperatorRefusal)) return error;
  return error.kind === 'not-found' ? new Refusal('40420') : new Refusal('40079', error.message);
}

/** Changes settings as `settings set` does, where each is still what the page showed; undefined, and nothing done, where one is not. */
export async function changeAsSeen(
  deps: PortalDeps,
  caller: PortalCaller,
  owner: PortalOwner,
  { changes }: ChangeSettings,
): Promise<SettingChanges | undefined> {
  if (!mayChange(caller, owner)) throw new Refusal('40343');
  const texts = new Map(changes.map(({ name, value }) => [name, value]));
  if (texts.size < changes.length) throw new Refusal('40079', 'A setting is named twice.');
  // Much of it stands in the audit log, which keeps it for ever.
  for (const { name, value } of changes) refuseCardNumber(name, value);
  try {
    const patch = parseSettings(owner.kind, texts);
    refuseChange(caller, [...patch.keys()]);
    const seen = new Map(changes.map((change) => [change.name, change.seen]));
    return await changeSeenSettings(operatorOf(deps, caller), owner, patch, seen, async (trx, present) => {
      refuseLifting(patch, present);
      await refuseBindingOne(trx, caller.tenantId, patch, present);
      await refuseShortening(trx, caller.tenantId, patch, present);
    });
  } catch (error) {
    throw toRefusal(error);
  }
}
