import { PAGE_LANGUAGES, type PageLanguage } from '@titular/contract/page';
import { describe, expect, test } from 'vitest';
import { createTranslate, dictionaries, type MessageKey } from '../src/i18n/messages.ts';

const keys = Object.keys(dictionaries.en) as MessageKey[];

/** Words of a card and its purchase, by language. */
const CARD_WORDS: Readonly<Record<PageLanguage, RegExp>> = {
  pt: /cart(ão|ões)|titular|compr|pedido|loja/i,
  en: /card|purchase|\border\b|\bshop/i,
  es: /tarjeta|titular|compra|pedido|tienda/i,
};

/** Texts of choices and rows that a process does not have, by how their names begin; what is not among them may be shown to anybody. */
const OF_CARDS =
  /^(consentLead|detailOrder|detailCard|anotherIdentity|identity[A-Z]|choice(Unknown|Absent|Cardholder)|unknown|absent|send|stateOpenedByHolder)/;

/** A car is bought, too. */
const OF_A_CAR: ReadonlySet<MessageKey> = new Set(['leadCar', 'purposeCar']);

const namesCard = (language: PageLanguage, subject: 'transaction' | 'process'): MessageKey[] => {
  const t = createTranslate(language, subject);
  return keys.filter((key) => CARD_WORDS[language].test(t(key)));
};

describe.each(PAGE_LANGUAGES)('the words of the page in %s', (language) => {
  test('name neither card nor order nor shop to who is asked for a process', () => {
    const shown = namesCard(language, 'process').filter((key) => !OF_CARDS.test(key) && !OF_A_CAR.has(key));
    expect(shown).toEqual([]);
  });

  test('name the card to who is asked about one, wherever a process has other words', () => {
    expect(namesCard(language, 'transaction')).toEqual(
      expect.arrayContaining(['consentLead', 'consentPurpose', 'shareMessage', 'detailCard']),
    );
  });

  test('are different for each purpose of a process', () => {
    const t = createTranslate(language, 'process');
    const of = (start: string) => keys.filter((key) => key.startsWith(start)).map((key) => t(key));
    for (const texts of [of('lead'), of('purpose')]) expect(new Set(texts.slice(0, 4)).size).toBe(4);
  });

  test('hold two texts only where they differ', () => {
    const [of, to] = [createTranslate(language, 'transaction'), createTranslate(language, 'process')];
    const pairs = keys.filter((key) => typeof dictionaries[language][key] !== 'string');
    expect(pairs.length).toBeGreaterThan(0);
    expect(pairs.filter((key) => of(key) === to(key))).toEqual([]);
  });
});

test('the question before leaving, which may come before the session is known, is the same for each subject', () => {
  const asked = keys.filter((key) => key.startsWith('leave'));
  expect(asked).toContain('leaveText');
  for (const language of PAGE_LANGUAGES)
    expect(asked.filter((key) => typeof dictionaries[language][key] !== 'string')).toEqual([]);
});
