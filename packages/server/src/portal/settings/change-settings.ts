import { type ChangeSettings, formatSetting, type SettingValue } from '@titular/contract';
import { type Operator, OperatorRefusal } from '../../audit/index.ts';
import { refuseCardNumber } from '../../kernel/base/card-numbers/card-number.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { PortalCaller } from '../../kernel/http/portal/portal-route.ts';
import {
  changeSeenSettings,
  parseSettings,
  readSettings,
  type Setting,
  type SettingChanges,
  type SettingOwner,
  type SettingValues,
} from '../../settings/index.ts';
import { lockTwoPerson } from '../../two-person/index.ts';
import { hasTwoPersons } from '../../users/index.ts';
import { operatorOf, type PortalDeps } from '../portal-deps.ts';

/** Whose settings the portal shows. */
export type PortalOwner = Exclude<SettingOwner, { kind: 'service-account' }>;

/** Whether somebody may change settings of an owner; those of the tenant concern all of its companies. */
export const mayChange = (caller: PortalCaller, { kind }: PortalOwner): boolean =>
  caller.extent('settings:change') !== undefined && (kind === 'company' || caller.companies === 'all');

/** Refuses what the portal leaves to operators. */
function refuseOperators(settings: readonly Setting[]): void {
  const theirs = settings.find(({ isOperators }) => isOperators);
  if (theirs) throw new Refusal('40343', `An operator of the deployment changes ${theirs.name}, by command.`);
}

/** Refuses a dangerous change without a fresh authentication. */
function refuseStale({ isFresh }: PortalCaller, settings: readonly Setting[]): void {
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

const isChanged =
  (present: SettingValues) =>
  ([{ name }, value]: [Setting, SettingValue]): boolean =>
    formatSetting(value) !== formatSetting(present[name] ?? null);

/** Refuses with 40376 a proposal of what one person may do: nothing dangerous, a value that is there already, or two-person off. */
async function refuseNeedless(
  trx: Db,
  tenantId: TenantId,
  patch: Patch,
  present: SettingValues,
): Promise<void> {
  const changes = [...patch];
  const isNeeded = changes.every(isChanged(present)) && changes.some(([{ danger }]) => danger !== undefined);
  if (!isNeeded || !(await lockTwoPerson(trx, tenantId))) throw new Refusal('40376');
}

/** Refuses with 40377 a dangerous change by one person where it takes two. */
async function refuseDangerAlone(
  trx: Db,
  tenantId: TenantId,
  patch: Patch,
  present: SettingValues,
): Promise<void> {
  const isDangerous = [...patch].some(
    (change) => change[0].danger !== undefined && isChanged(present)(change),
  );
  if (isDangerous && (await lockTwoPerson(trx, tenantId))) throw new Refusal('40377');
}

/** What an operator's command would say, as a refusal of the portal. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof OperatorRefusal)) return error;
  return error.kind === 'not-found' ? new Refusal('40420') : new Refusal('40079', error.message);
}

type Changes = ChangeSettings['changes'];

/** Reads changes as `settings set` does, and refuses what the portal leaves to operators. */
function parseChanges(kind: PortalOwner['kind'], changes: Changes): Patch {
  const texts = new Map(changes.map(({ name, value }) => [name, value]));
  if (texts.size < changes.length) throw new Refusal('40079', 'A setting is named twice.');
  // Much of it stands in the audit log, which keeps it for ever.
  for (const { name, value } of changes) refuseCardNumber(name, value);
  const patch = parseSettings(kind, texts);
  refuseOperators([...patch.keys()]);
  return patch;
}

const seenOf = (changes: Changes): ReadonlyMap<string, string> =>
  new Map(changes.map(({ name, seen }) => [name, seen]));

/** Changes settings as `settings set` does, where each is still what the page showed; undefined, and nothing done, where one is not. */
export async function changeAsSeen(
  deps: PortalDeps,
  caller: PortalCaller,
  owner: PortalOwner,
  { changes }: ChangeSettings,
): Promise<SettingChanges | undefined> {
  if (!mayChange(caller, owner)) throw new Refusal('40343');
  const { tenantId } = caller;
  try {
    const patch = parseChanges(owner.kind, changes);
    refuseStale(caller, [...patch.keys()]);
    const operator = operatorOf(deps, caller);
    return await changeSeenSettings(operator, owner, patch, seenOf(changes), async (trx, present) => {
      refuseLifting(patch, present);
      await refuseBindingOne(trx, tenantId, patch, present);
      await refuseDangerAlone(trx, tenantId, patch, present);
    });
  } catch (error) {
    throw toRefusal(error);
  }
}

/** The same for what two persons agreed on, in the commit of its approval: `db` of the operator is that transaction. */
export async function changeApproved(
  inSameCommit: Operator,
  owner: PortalOwner,
  changes: Changes,
): Promise<SettingChanges | undefined> {
  try {
    const patch = parseChanges(owner.kind, changes);
    return await changeSeenSettings(inSameCommit, owner, patch, seenOf(changes), async (trx, present) => {
      refuseLifting(patch, present);
      await refuseBindingOne(trx, owner.tenantId, patch, present);
    });
  } catch (error) {
    throw toRefusal(error);
  }
}

/** Refuses a proposal that nobody could approve: with 40059 where a setting has another value by now. */
export async function checkProposed(
  { db }: Pick<Operator, 'db'>,
  owner: PortalOwner,
  changes: Changes,
): Promise<void> {
  try {
    const patch = parseChanges(owner.kind, changes);
    const present = await readSettings({ db }, owner);
    const isAsSeen = changes.every(({ name, seen }) => formatSetting(present[name] ?? null) === seen);
    if (!isAsSeen) throw new Refusal('40059');
    refuseLifting(patch, present);
    await refuseBindingOne(db, owner.tenantId, patch, present);
    await refuseNeedless(db, owner.tenantId, patch, present);
  } catch (error) {
    throw toRefusal(error);
  }
}
