import type { ConfiguredSetting } from '@titular/contract';
import { settings } from '../../config/config.ts';
import { purposes, toPlainPurpose } from '../../config/purposes/purposes.ts';
import type { Config, Setting } from '../../config/setting.ts';

/** A setting as an operator may see it: of a secret, and of what leads to one, only whether it has a value. */
export type DescribedSetting = Omit<ConfiguredSetting, 'differs'>;

/** Settings that are no secret, and tell where one lies. */
const HIDDEN: ReadonlySet<string> = new Set<keyof Config>(['masterKeyFile']);

/** Leaves the origin of an address, and a mark where it has a path, which may hold a token; other texts stay as they are. */
function withoutSecrets(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return text;
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${/^\/?$/.test(pathname) ? '' : '/…'}`;
}

function asText(value: Config[keyof Config]): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const texts = Array.isArray(value) ? value.map(String) : [String(value)];
  return texts.map(withoutSecrets).join(', ') || undefined;
}

/** What a setting is for, as a page shows it in each language. */
const purposesOf = ({ key, purpose }: Setting): Pick<DescribedSetting, 'purpose' | 'purposes'> => ({
  purpose: toPlainPurpose(purpose),
  purposes: {
    pt: toPlainPurpose(purposes.pt[key] ?? purpose),
    es: toPlainPurpose(purposes.es[key] ?? purpose),
  },
});

const sourceOf = ({ secretFiles, given }: Config, setting: Setting): DescribedSetting['source'] => {
  if (secretFiles.some((one) => one.setting.key === setting.key)) return 'file';
  return given.includes(setting.variable) ? 'environment' : 'default';
};

/** Describes each setting of this process, in the order of the documentation. */
export const describeConfig = (config: Config): DescribedSetting[] =>
  settings.map((setting) => {
    const { key, variable, bounds, secret: isSecret = false } = setting;
    const value = asText(config[key]);
    return {
      ...{ variable, bounds, isSecret, isSet: value !== undefined },
      ...purposesOf(setting),
      ...(isSecret || HIDDEN.has(key) || value === undefined ? {} : { value }),
      source: sourceOf(config, setting),
    };
  });
