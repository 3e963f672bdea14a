import { formatSetting, type SettingForm, type SettingView } from '@titular/contract';
import { type Operator, type RecordedAuditEntry, searchAuditEntries } from '../audit/index.ts';
import type { Environment } from '../config/config.ts';
import { instantOf } from '../kernel/database/partitions/partition-day.ts';
import { readSettings, settingTables, subjectOf } from './change-settings.ts';
import type { Setting } from './setting.ts';
import type { SettingOwner } from './settings-store.ts';

/** Changes of an owner that are looked through for the last one of each setting. */
const MAX_ENTRIES = 500;

/** Changes of an owner's settings, newest first, and since when none is missing; undefined where none is missing at all. */
type ListedChanges = { entries: RecordedAuditEntry[]; knownFrom: Date | undefined };

/**
 * The newest changes of an owner's settings. They are found by their action: what else is about the owner, such as runs of scenarios and
 * searches for persons, is much more.
 */
export async function listChanges(
  db: Operator['db'],
  owner: SettingOwner,
  limit: number,
): Promise<ListedChanges> {
  const { kind, tenantId } = owner;
  const about = kind === 'tenant' ? {} : { subject: subjectOf(owner) };
  const asked = { tenantId, action: `${kind}.settings`, ...about };
  const { entries, nextId } = await searchAuditEntries(db, asked, limit);
  if (nextId === undefined) return { entries, knownFrom: undefined };
  return { entries, knownFrom: entries.length === limit ? entries.at(-1)?.at : instantOf(nextId) };
}

/** The newest entry that changed each setting, by its name; entries come newest first. */
function findLastChanges(entries: readonly RecordedAuditEntry[]): Map<string, RecordedAuditEntry> {
  const found = new Map<string, RecordedAuditEntry>();
  for (const entry of entries)
    for (const name of Object.keys(entry.after ?? {})) if (!found.has(name)) found.set(name, entry);
  return found;
}

/** Who changed a setting last, and when, as the audit log has it. */
export type LastChange = Pick<RecordedAuditEntry, 'at' | 'actor'>;

/** A setting with its present value, and its last change. */
export type DescribedSetting = Omit<SettingView, 'changed'> & { changed?: LastChange };

/** What a page needs to say values of a setting in words. */
export const formOf = ({ name, group, shape }: Setting): SettingForm => ({
  ...{ name, group },
  shape: shape as SettingForm['shape'],
});

/** Forms of the named settings, whosever they are; a name of none has no form. */
export const listForms = (names: Iterable<string>): SettingForm[] => {
  const asked = new Set(names);
  return Object.values(settingTables)
    .flat()
    .filter(({ name }) => asked.has(name))
    .map(formOf);
};

/** All settings of an owner, with values as text, defaults of the environment and the last change of each; refuses with `not-found`. */
export async function describeSettings(
  { db }: Pick<Operator, 'db'>,
  owner: SettingOwner,
  environment: Environment,
): Promise<DescribedSetting[]> {
  const values = await readSettings({ db }, owner);
  const { entries } = await listChanges(db, owner, MAX_ENTRIES);
  const changes = findLastChanges(entries);
  return settingTables[owner.kind].map((setting): DescribedSetting => {
    const { name, fallback, productionFallback = fallback, purpose } = setting;
    const usual = environment === 'production' ? productionFallback : fallback;
    const { danger, isOperators, portalKeeps } = setting;
    const isKept = portalKeeps !== undefined && values[name] === portalKeeps;
    const changed = changes.get(name);
    return {
      ...{ ...formOf(setting), purpose },
      value: formatSetting(values[name] ?? null),
      default: formatSetting(usual),
      ...(danger ? { danger } : {}),
      ...(isOperators ? { isOperators } : {}),
      ...(isKept ? { isKept } : {}),
      ...(changed ? { changed } : {}),
    };
  });
}
