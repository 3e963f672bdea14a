import type { SettingForm, SettingView } from '@titular/contract';
import { NO_VALUE } from '@titular/contract/check-setting';
import type { NumberShape } from '@titular/contract/setting-shape';
import type { TextKey, Translate } from '../../../i18n/texts.ts';
import { plainWords } from '../../../words/plain-words.ts';

/** A text by a key made of codes; empty where a newer server has a code that this page has no words for. */
const sayCode = (t: Translate, key: string, values?: Parameters<Translate>[1]): string =>
  t(key as TextKey, values);

/** Title of a setting. */
export const titleOf = (t: Translate, { name }: Pick<SettingView, 'name'>): string =>
  sayCode(t, `setting_${name}`) || name;

/** What a setting does. */
export const meaningOf = (t: Translate, { name, purpose }: Pick<SettingView, 'name' | 'purpose'>): string =>
  sayCode(t, `settingText_${name}`) || purpose.replaceAll('`', '');

/** A choice of a setting in words: as that setting has them, as its part of the page has them, or as all have. */
export const optionWords = (
  t: Translate,
  { name, group }: Pick<SettingView, 'name' | 'group'>,
  option: string,
): string =>
  sayCode(t, `option_${name}_${option}`) ||
  sayCode(t, `option_${group}_${option}`) ||
  sayCode(t, `option_${option}`) ||
  option;

/** A code of checks and signs in words. */
export const codeWords = (t: Translate, code: string): string => sayCode(t, `reason_${code}`) || code;

/** The bounds of a setting as sentences; empty where its field shows all that there is to choose. */
export function boundsWords(t: Translate, { shape }: Pick<SettingView, 'shape'>): string {
  if (shape.kind === 'number') {
    const { unit = 'number', min, max, isZeroNever } = shape;
    const range = sayCode(t, `bounds_${unit}`, { min, max });
    return isZeroNever ? `${range} ${t('boundsZeroNever')}` : range;
  }
  if (shape.kind === 'list')
    return `${sayCode(t, `bounds_${shape.form}`)} ${t('settingOnePerLine', { max: shape.max })}`;
  if (shape.kind === 'text') {
    const form = sayCode(t, `bounds_${shape.form}`);
    return shape.hasNone ? `${form} ${t('settingEmptyIsNone')}` : form;
  }
  return '';
}

/** Exchanges point and decimal sign. */
const exchanged = (t: Translate, text: string): string => {
  const sign = t('decimalSign');
  return text.replaceAll(/[.,]/g, (one) => (one === '.' ? sign : one === sign ? '.' : one));
};

/** A decimal number as the language writes it. */
export const shownDecimal = exchanged;

/** The same back, as `settings set` takes it. A point where the language has a comma becomes one, which no number has: it is refused. */
export const typedDecimal = exchanged;

const SECONDS_A_DAY = 86_400;

function numberWords(t: Translate, { unit, words = {}, isZeroNever }: NumberShape, text: string): string {
  if (Object.hasOwn(words, text)) return sayCode(t, `settingWord_${text}`) || text;
  const count = Number(text);
  if (text.trim() === '' || Number.isNaN(count)) return text;
  if (isZeroNever && count === 0) return t('option_never');
  if (unit === undefined) return shownDecimal(t, text);
  const said = sayCode(t, `unit_${unit}`, { count });
  const isDays = unit === 'seconds' && count > 0 && count % SECONDS_A_DAY === 0;
  return isDays ? `${said} (${t('unit_days', { count: count / SECONDS_A_DAY })})` : said;
}

/** A value of a setting in words. */
export function valueWords(t: Translate, setting: SettingForm, text: string): string {
  const { shape } = setting;
  if ('hasNone' in shape && shape.hasNone && text === NO_VALUE)
    return shape.kind === 'codes' && shape.none ? t(`settingNoneOf_${shape.none}`) : t('settingNone');
  switch (shape.kind) {
    case 'number':
      return numberWords(t, shape, text);
    case 'choice':
      return optionWords(t, setting, shape.accepted ? (text.split(':')[0] ?? text) : text);
    case 'codes':
      return text === ''
        ? t('settingEmptyIsAny')
        : text
            .split(',')
            .map((code) => codeWords(t, code))
            .join(', ');
    case 'list':
      if (text === '') return t('settingEmptyIsAny');
      return shape.alone?.includes(text)
        ? sayCode(t, `settingAlone_${text}`) || text
        : text.replaceAll(',', ', ');
    default:
      return shape.form === 'amount' ? shownDecimal(t, text) : text;
  }
}

/** A value of a named setting in words, or as it is where its form is not known. */
export function knownWords(
  t: Translate,
  forms: readonly SettingForm[] | undefined,
  { name, text }: { name: string; text: string },
): string {
  const form = forms?.find((one) => one.name === name);
  return form ? valueWords(t, form, text) : text;
}

/** A value that a process sent with its form, in words; as it is where an earlier release sends none. */
export const sentWords = (
  t: Translate,
  { name, group, shape, value }: Partial<SettingForm> & { name: string; value: string },
): string => (group && shape ? valueWords(t, { name, group, shape }, value) : value);

/** Whether title, meaning, name or value of a setting have every word that somebody looks for. */
export function isFound(t: Translate, setting: SettingView, search: string): boolean {
  const { name, value } = setting;
  const texts = [titleOf(t, setting), meaningOf(t, setting), name, value, valueWords(t, setting, value)];
  const all = plainWords(texts.join(' '));
  return plainWords(search)
    .split(/\s+/)
    .every((word) => all.includes(word));
}
