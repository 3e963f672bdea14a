import { readFile } from 'node:fs/promises';
import { PAGE_LANGUAGES, type PageLanguage } from '@titular/contract/page';
import { PROCESS_PURPOSES } from '@titular/contract/processes';
import { describe, expect, test } from 'vitest';
import { dictionaries } from '../src/i18n/all-languages.ts';
import { createTranslate, isCounted, type MessageKey } from '../src/i18n/messages.ts';
import { purposeWords } from '../src/screens/parts/request-details.ts';

const keys = Object.keys(dictionaries.en) as MessageKey[];

/** Words of a card and its purchase, by language. */
const CARD_WORDS: Readonly<Record<PageLanguage, RegExp>> = {
  pt: /cart(ão|ões)|titular|compr|pedido|loja/i,
  en: /card|purchase|\border\b|\bshop/i,
  es: /tarjeta|titular|compra|pedido|tienda/i,
  fr: /(?<!\p{L})carte|titulaire|achat|commande|boutique/iu,
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

  test('are different for each purpose of a process, in the sentence and in the list', () => {
    const t = createTranslate(language, 'process');
    for (const part of ['lead', 'name'] as const)
      expect(new Set(PROCESS_PURPOSES.map((purpose) => t(purposeWords[purpose][part]))).size).toBe(4);
  });

  test('hold two texts only where they differ', () => {
    const [of, to] = [createTranslate(language, 'transaction'), createTranslate(language, 'process')];
    const pairs = keys.filter((key) => {
      const text = dictionaries[language][key] ?? '';
      return typeof text !== 'string' && !isCounted(text);
    });
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

test.each(PROCESS_PURPOSES)(
  'the documentation has the words for %s as the page says them',
  async (purpose) => {
    const page = await readFile('docs/hosted-page.md', 'utf8');
    const words = (['en', 'pt', 'es', 'fr'] as const).map(
      (language) => dictionaries[language][purposeWords[purpose].name],
    );
    expect(page).toContain(`| \`${purpose}\` | ${words.join(' | ')} |`);
  },
);
