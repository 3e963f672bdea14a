export { parseScopes } from './account-settings.ts';
export {
  changeSeenSettings,
  changeSettings,
  changeSettingsIn,
  defaultSettings,
  parseSettings,
  readSettings,
  type SettingChanges,
  type SettingValues,
  settingTables,
} from './change-settings.ts';
export { type DescribedSetting, describeSettings, formOf, listForms } from './describe-settings.ts';
export { readSettingHistory } from './read-setting-history.ts';
export type { Setting } from './setting.ts';
export type { OwnerKind, SettingOwner } from './settings-store.ts';
