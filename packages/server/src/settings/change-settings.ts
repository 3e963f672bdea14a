import { formatSetting, type SettingValue } from '@titular/contract';
import { insertAuditEntry, type Operator, OperatorRefusal } from '../audit/index.ts';
import type { Environment } from '../config/config.ts';
import { inTransaction } from '../kernel/database/connect.ts';
import { endStays } from '../stays/index.ts';
import { findDeployment } from '../tenants/index.ts';
import { accountSettings } from './account-settings.ts';
import { companySettings } from './company-settings.ts';
import type { Setting } from './setting.ts';
import {
  findSettings,
  keepNamedDays,
  lockSettings,
  type OwnerKind,
  type SettingOwner,
  updateSettings,
} from './settings-store.ts';
import { tenantSettings } from './tenant-settings.ts';

/** Every setting, by whose it is. */
export const settingTables: Readonly<Record<OwnerKind, readonly Setting[]>> = {
  tenant: tenantSettings,
  company: companySettings,
  'service-account': accountSettings,
};

const PICTURE_DAYS = 'capture-retention-days';

/** Values by the names of the settings. */
export type SettingValues = Record<string, SettingValue>;

function readSetting(kind: OwnerKind, name: string): Setting {
  const setting = settingTables[kind].find((one) => one.name === name);
  if (setting) return setting;
  const names = settingTables[kind].map((one) => one.name).join(', ');
  throw new OperatorRefusal('invalid', `A ${kind} has no setting ${name}; it has ${names}.`);
}

/** Reads an operator's texts; refuses the first that is not within its bounds, and says them. */
export function parseSettings(
  kind: OwnerKind,
  texts: ReadonlyMap<string, string>,
): Map<Setting, SettingValue> {
  const values = new Map<Setting, SettingValue>();
  for (const [name, text] of texts) {
    const setting = readSetting(kind, name);
    const value = setting.parse(text);
    if (value === undefined) throw new OperatorRefusal('invalid', `${name} must be ${setting.bounds}.`);
    values.set(setting, value);
  }
  return values;
}

/** The defaults of the named settings in an environment. */
export const defaultSettings = (
  kind: OwnerKind,
  names: readonly string[],
  environment: Environment = 'test',
): Map<Setting, SettingValue> =>
  new Map(
    names.map((name) => {
      const setting = readSetting(kind, name);
      const { fallback, productionFallback = fallback } = setting;
      return [setting, environment === 'production' ? productionFallback : fallback];
    }),
  );

/** How the audit log names whose settings they are. */
export const subjectOf = (owner: SettingOwner): `${SettingOwner['kind']}/${string}` => {
  if (owner.kind === 'tenant') return `tenant/${owner.tenantId}`;
  return owner.kind === 'company' ? `company/${owner.companyId}` : `service-account/${owner.account}`;
};

const asStored = (stored: SettingValue): SettingValue => stored;

async function readValues(
  db: Operator['db'],
  owner: SettingOwner,
  read: typeof findSettings,
): Promise<SettingValues> {
  const settings = settingTables[owner.kind];
  const columns = settings.map((setting) => setting.column);
  const row = await read(db, owner, columns);
  if (!row) throw new OperatorRefusal('not-found', `There is no ${subjectOf(owner).replace('/', ' ')}.`);
  return Object.fromEntries(
    settings.map((one) => [one.name, (one.read ?? asStored)(row[one.column] ?? null)]),
  );
}

const lockValues = (db: Operator['db'], owner: SettingOwner): Promise<SettingValues> =>
  readValues(db, owner, lockSettings);

/** The present values of all settings of the owner; refuses with `not-found`. */
export const readSettings = ({ db }: Pick<Operator, 'db'>, owner: SettingOwner): Promise<SettingValues> =>
  readValues(db, owner, findSettings);

const same = (one: SettingValue | undefined, other: SettingValue): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Values without the words that accept what they mean, and those words; refuses in production a change to such a value without them. */
async function settleAccepted(
  db: Operator['db'],
  present: SettingValues,
  patch: ReadonlyMap<Setting, SettingValue>,
): Promise<{ values: [Setting, SettingValue][]; said: string[] }> {
  const said: string[] = [];
  const values: [Setting, SettingValue][] = [];
  for (const [setting, given] of patch) {
    const { name, shape, acceptedMeaning } = setting;
    const accepted = shape.kind === 'choice' ? shape.accepted : undefined;
    const isSaid = accepted !== undefined && given === `${accepted.value}:${accepted.words}`;
    const value = isSaid ? accepted.value : given;
    values.push([setting, value]);
    if (isSaid) said.push(accepted.words);
    if (isSaid || value !== accepted?.value || same(present[name], value)) continue;
    if ((await findDeployment(db)).environment !== 'production') continue;
    throw new OperatorRefusal(
      'invalid',
      `${acceptedMeaning} To accept that, write ${name}=${accepted.value}:${accepted.words}.`,
    );
  }
  return { values, said };
}

/** What changed, by name, before and after. */
export type SettingChanges = { before: SettingValues; after: SettingValues };

/** Writes values and one audit entry with those that changed, in one commit. */
export const changeSettings = (
  operator: Operator,
  owner: SettingOwner,
  patch: ReadonlyMap<Setting, SettingValue>,
): Promise<SettingChanges> =>
  operator.db.transaction().execute((trx) => changeSettingsIn({ ...operator, db: trx }, owner, patch));

/** What somebody saw before they changed a setting, as text by its name. */
export type SeenTexts = ReadonlyMap<string, string>;

/** Refuses a change within its commit, by the present values. */
export type SettingGuard = (trx: Operator['db'], present: SettingValues) => Promise<void>;

/**
 * The same, but only where every value is still the one that was seen (compare-and-set), and `guard` lets it pass; undefined, and nothing
 * done, where one is not.
 */
export const changeSeenSettings = (
  operator: Operator,
  owner: SettingOwner,
  patch: ReadonlyMap<Setting, SettingValue>,
  seen: SeenTexts,
  guard?: SettingGuard,
): Promise<SettingChanges | undefined> =>
  inTransaction(operator.db, async (trx) => {
    const present = await lockValues(trx, owner);
    const isAsSeen = [...seen].every(([name, text]) => formatSetting(present[name] ?? null) === text);
    if (!isAsSeen) return undefined;
    await guard?.(trx, present);
    return changeSettingsIn({ ...operator, db: trx }, owner, patch);
  });

/** Writes values in a commit that somebody else has begun: `db` is that transaction. */
export async function changeSettingsIn(
  inSameCommit: Operator,
  owner: SettingOwner,
  patch: ReadonlyMap<Setting, SettingValue>,
): Promise<SettingChanges> {
  const { db } = inSameCommit;
  const present = await lockValues(db, owner);
  const { values, said } = await settleAccepted(db, present, patch);
  const changes = values.filter(([setting, value]) => !same(present[setting.name], value));
  const before = Object.fromEntries(changes.map(([{ name }]) => [name, present[name] ?? null]));
  const after = Object.fromEntries(changes.map(([{ name }, value]) => [name, value]));
  if (changes.length === 0) return { before, after };
  await updateSettings(db, owner, Object.fromEntries(changes.map(([{ column }, value]) => [column, value])));
  const moreDays = Number(after[PICTURE_DAYS] ?? 0) - Number(before[PICTURE_DAYS] ?? 0);
  if (owner.kind === 'company' && moreDays > 0) await keepNamedDays(db, owner, moreDays);
  if (after['operator-entry'] === 'refused') await endStays(inSameCommit, { tenantId: owner.tenantId });
  await insertAuditEntry(db, inSameCommit, {
    tenantId: owner.tenantId,
    action: `${owner.kind}.settings`,
    subject: subjectOf(owner),
    before,
    after: said.length > 0 ? { ...after, accepted: said } : after,
  });
  return { before, after };
}
