import { describeBounds, formatSetting, SETTING_GROUPS, type SettingView } from '@titular/contract';
import { settingTables } from '@titular/server/settings/change-settings.ts';
import { describe, expect, test } from 'vitest';
import { dictionaries } from '../../src/i18n/all-texts.ts';
import { LANGUAGES, languageFacts } from '../../src/i18n/languages.ts';
import { createTranslate, type TextKey } from '../../src/i18n/texts.ts';
import {
  boundsWords,
  codeWords,
  isFound,
  knownWords,
  meaningOf,
  optionWords,
  titleOf,
  typedDecimal,
  valueWords,
} from '../../src/pages/settings/model/setting-words.ts';

/** A setting as the page has it. */
const all = Object.values(settingTables)
  .flat()
  .map(
    ({ name, group, shape, purpose, fallback }): SettingView => ({
      ...{ name, group, purpose, shape: shape as SettingView['shape'] },
      ...{ value: formatSetting(fallback), default: formatSetting(fallback) },
    }),
  );
const shown = all.filter(({ group }) => group !== 'access');

describe.each(LANGUAGES)('in %s', (language) => {
  const t = createTranslate(language);

  test('every setting has a title of its own and a meaning (P4)', () => {
    for (const setting of all) {
      expect(titleOf(t, setting), setting.name).not.toBe(setting.name);
      expect(meaningOf(t, setting), setting.name).toMatch(/^\p{Lu}.+[.]$/u);
      expect(t(`settingText_${setting.name}` as TextKey), setting.name).not.toBe('');
    }
    const titles = all.map((setting) => titleOf(t, setting));
    expect(new Set(titles).size).toBe(titles.length);
  });

  test('every group, choice, code, word and bound of a setting has words (P4)', () => {
    for (const group of SETTING_GROUPS) expect(t(`group_${group}`)).not.toBe('');
    for (const setting of shown) {
      const { shape, name } = setting;
      const options = shape.kind === 'choice' ? shape.options : [];
      const said = options.map((option) => optionWords(t, setting, option));
      for (const option of options) expect(said, `${name} ${option}`).not.toContain(option);
      expect(new Set(said).size, name).toBe(said.length);
      if (shape.kind === 'codes')
        for (const code of shape.options) expect(codeWords(t, code), code).not.toBe(code);
      if (shape.kind !== 'choice' && shape.kind !== 'codes')
        expect(boundsWords(t, setting), name).toMatch(/^.{6,}\.$/);
      expect(describeBounds(shape)).not.toBe('');
    }
  });

  test('no words are left of settings, choices and groups that are gone', () => {
    const keys = Object.keys(dictionaries[language].settings);
    const names = keys.flatMap((key) => /^setting(?:Text)?_(.+)$/.exec(key)?.[1] ?? []);
    expect(new Set(names)).toEqual(new Set(all.map(({ name }) => name)));
    const options = keys.flatMap((key) => /^option_(.+)$/.exec(key)?.[1] ?? []);
    const used = all.flatMap(({ name, group, shape }) =>
      shape.kind === 'choice'
        ? shape.options.flatMap((one) => [one, `${name}_${one}`, `${group}_${one}`])
        : [],
    );
    expect(options.filter((option) => !used.includes(option))).toEqual([]);
  });

  test('a value is said as people say it', () => {
    const of = (name: string) => all.find((one) => one.name === name) as SettingView;
    const day = t('unit_days', { count: 3 });
    expect(valueWords(t, of('transaction-expiry-seconds'), '259200')).toContain(day);
    expect(valueWords(t, of('template-renewal-days'), '0')).toBe(t('option_never'));
    expect(valueWords(t, of('link-lifetime-seconds'), 'transaction')).toBe(t('settingWord_transaction'));
    expect(valueWords(t, of('redirect-hosts'), 'any')).toBe(t('settingAlone_any'));
    expect(valueWords(t, of('redirect-hosts'), 'a.example,b.example')).toBe('a.example, b.example');
    expect(valueWords(t, of('noted-signs'), 'none')).toBe(t('settingNoneOf_environment'));
    expect(valueWords(t, of('template-policy'), 'enrol:i-know-first-face-is-unproven')).toBe(
      t('option_enrol'),
    );
  });

  test('a decimal number is written and typed as in the language', () => {
    const { tag } = languageFacts[language];
    const threshold = all.find(({ name }) => name === 'match-threshold') as SettingView;
    const own = new Intl.NumberFormat(tag).format(0.45);
    expect(valueWords(t, threshold, '0.45')).toBe(own);
    expect(typedDecimal(t, own)).toBe('0.45');
    const amount = all.find(({ name }) => name === 'maximum-value') as SettingView;
    expect(valueWords(t, amount, '12.5')).toBe(new Intl.NumberFormat(tag).format(12.5));
  });

  test('a value of a named setting is said by its form, and as it is where there is none', () => {
    const forms = all.filter(({ name }) => name === 'transaction-expiry-seconds');
    const asked = { name: 'transaction-expiry-seconds', text: '60' };
    expect(knownWords(t, forms, asked)).toBe(t('unit_seconds', { count: 60 }));
    expect(knownWords(t, [], asked)).toBe('60');
  });

  test('the search finds by words of title and meaning, and by the name, without regard to accents', () => {
    const found = (search: string) => shown.filter((one) => isFound(t, one, search)).map(({ name }) => name);
    expect(found('redirect-hosts')).toContain('redirect-hosts');
    const title = t('setting_brand-colour' satisfies TextKey);
    expect(found(title.toUpperCase().normalize('NFD'))).toContain('brand-colour');
    expect(found('xyzzy')).toEqual([]);
    expect(found('')).toHaveLength(shown.length);
  });
});

test('a setting and a choice that the page has no words for yet are shown as the server has them (P58)', () => {
  const t = createTranslate('pt');
  const [first] = all as [SettingView];
  const unknown: SettingView = { ...first, name: 'new-one', purpose: 'Does `this`.' };
  expect(titleOf(t, unknown)).toBe('new-one');
  expect(meaningOf(t, unknown)).toBe('Does this.');
  expect(optionWords(t, unknown, 'odd')).toBe('odd');
});
