import { PAGE_LANGUAGES } from '@titular/contract/page';
import { describe, expect, test } from 'vitest';
import { chooseLanguage, languageFacts, parseLanguage } from '../src/i18n/choose-language.ts';
import { createTranslate, dictionaries, type MessageKey } from '../src/i18n/messages.ts';

const keys = Object.keys(dictionaries.en) as MessageKey[];
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([whole]) => whole).sort();

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
    expect(chooseLanguage(null, ['de', 'fr'])).toBe('en');
  });

  test('each language says how it is written', () => {
    expect(PAGE_LANGUAGES.map((language) => languageFacts[language].tag)).toEqual(['pt-BR', 'en', 'es']);
  });
});

describe('dictionaries', () => {
  test.each(PAGE_LANGUAGES)('%s has every text, none empty, with the same placeholders', (language) => {
    expect(Object.keys(dictionaries[language]).sort()).toEqual([...keys].sort());
    for (const key of keys) {
      expect(dictionaries[language][key].trim(), key).not.toBe('');
      const found = [...new Set(placeholders(dictionaries[language][key]))];
      expect(found, key).toEqual([...new Set(placeholders(dictionaries.en[key]))]);
    }
  });

  test('placeholders are filled as text, whatever the value holds', () => {
    const t = createTranslate('en');
    expect(t('continueTo', { company: '<b>$& {company}</b>' })).toBe('Continue to <b>$& {company}</b>');
  });
});
