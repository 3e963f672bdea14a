import type { SettingView } from '../settings.ts';
import type { OwnerHistory, SettingsHistory } from './settings-history.ts';

/** A setting with its value of an instant; `changedAt` is when it was changed next, and absent where that value still stands. */
type PastSetting = { setting: SettingView; value: string; changedAt?: string };

/** The settings of one owner at an instant; `isKnown` is false before the oldest change that is at hand. */
export type PastOwner = Pick<OwnerHistory, 'kind' | 'name'> & { isKnown: boolean; settings: PastSetting[] };

/** The settings of a company and of its tenant, as they were at an instant. */
export type PastSettings = PastOwner[];

function ownerAt({ kind, name, settings, changes, knownFrom }: OwnerHistory, instant: string): PastOwner {
  const later = new Map<string, { value: string; changedAt: string }>();
  // Newest first: the change that came right after the instant is met last.
  for (const { at, name: changed, before } of changes)
    if (at > instant) later.set(changed, { value: before, changedAt: at });
  return {
    ...{ kind, name, isKnown: knownFrom === undefined || knownFrom <= instant },
    settings: settings.map((setting) => ({ setting, value: setting.value, ...later.get(setting.name) })),
  };
}

/** Computes the settings of an instant from those of now, by taking back each change that came after it. */
export const settingsAt = ({ owners }: SettingsHistory, instant: string): PastSettings =>
  owners.map((owner) => ownerAt(owner, instant));
