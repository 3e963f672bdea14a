import { PAGE_LANGUAGES } from '@titular/contract/page';
import { describe, expect, test } from 'vitest';
import { dictionaries } from '../src/i18n/all-languages.ts';
import { chooseLanguage, languageFacts, parseLanguage } from '../src/i18n/choose-language.ts';
import { createTranslate, type MessageKey } from '../src/i18n/messages.ts';

const keys = Object.keys(dictionaries.en) as MessageKey[];
const SUBJECTS = ['transaction', 'process'] as const;
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

describe('language', () => {
  test.each([
    ['pt-BR', 'pt'],
    ['PT', 'pt'],
    ['es_419', 'es'],
    ['en-GB', 'en'],
    ['de', undefined],
    ['', undefined],
    [null, undefined],
  ])('tag %j reads as %j', (tag, language) => {
    expect(parseLanguage(tag)).toBe(language);
  });

  test('the language of the address comes before the browser', () => {
    expect(chooseLanguage('es', ['pt-BR'])).toBe('es');
  });

  test('an unknown language of the address falls back to the first the browser and the page share', () => {
    expect(chooseLanguage('xx', ['de', 'pt-BR', 'en'])).toBe('pt');
  });

  test('English when nothing is shared', () => {
    expect(chooseLanguage(null, ['de', 'ja'])).toBe('en');
  });

  test('each language says how it is written', () => {
    expect(PAGE_LANGUAGES.map((language) => languageFacts[language].tag)).toEqual([
      'pt-BR',
      'en',
      'es',
      'fr',
    ]);
  });
});

describe('dictionaries', () => {
  const wordings = PAGE_LANGUAGES.flatMap((language) =>
    SUBJECTS.map((subject) => [language, subject] as const),
  );

  test.each(wordings)(
    '%s has every text for a %s, none empty, with the same placeholders',
    (language, subject) => {
      expect(Object.keys(dictionaries[language]).sort()).toEqual([...keys].sort());
      const t = createTranslate(language, subject);
      const english = createTranslate('en', subject);
      for (const key of keys) {
        expect(t(key).trim(), key).not.toBe('');
        expect(placeholders(t(key)), key).toEqual(placeholders(english(key)));
      }
    },
  );

  test('placeholders are filled as text, whatever the value holds', () => {
    const t = createTranslate('en', 'transaction');
    expect(t('continueTo', { company: '<b>$& {company}</b>' })).toBe('Back to <b>$& {company}</b>');
  });
});
