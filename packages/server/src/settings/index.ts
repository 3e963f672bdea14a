export { parseScopes } from './account-settings.ts';
export {
  changeSettings,
  changeSettingsIn,
  defaultSettings,
  parseSettings,
  readSettings,
  type SettingChanges,
  settingTables,
} from './change-settings.ts';
export { formatSetting, type Setting } from './setting.ts';
export type { OwnerKind, SettingOwner } from './settings-store.ts';
