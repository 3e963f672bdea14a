import { formatSetting, type SettingsHistory, type SettingValue } from '@titular/contract';
import type { Operator, RecordedAuditEntry } from '../audit/index.ts';
import type { Environment } from '../config/config.ts';
import { describeSettings, listChanges } from './describe-settings.ts';
import type { SettingOwner } from './settings-store.ts';

/** Changes of an owner that are told: the newest. */
export const MAX_HISTORY_ENTRIES = 1_000;

type OwnerHistory = SettingsHistory['owners'][number];

const toChanges = ({ at, before }: RecordedAuditEntry): OwnerHistory['changes'] =>
  Object.entries(before ?? {}).map(([name, value]) => ({
    ...{ at: at.toISOString(), name },
    before: formatSetting((value ?? null) as SettingValue),
  }));

/** The settings of an owner with all that they were before, as far as the newest entries about it tell; of one moment within a snapshot. */
export async function readSettingHistory(
  { db }: Pick<Operator, 'db'>,
  owner: SettingOwner,
  environment: Environment,
): Promise<Pick<OwnerHistory, 'settings' | 'changes' | 'knownFrom'>> {
  const described = await describeSettings({ db }, owner, environment);
  const { entries, knownFrom } = await listChanges(db, owner, MAX_HISTORY_ENTRIES);
  return {
    settings: described.map(({ changed: _changed, ...setting }) => setting),
    changes: entries.flatMap(toChanges),
    ...(knownFrom === undefined ? {} : { knownFrom: knownFrom.toISOString() }),
  };
}
