import { PAGE_LANGUAGES, type PageLanguage } from '@titular/contract/page';
import { describe, expect, test } from 'vitest';
import { dictionaries } from '../src/i18n/all-languages.ts';
import { en } from '../src/i18n/messages.en.ts';
import { es } from '../src/i18n/messages.es.ts';
import { fr } from '../src/i18n/messages.fr.ts';
import { pt } from '../src/i18n/messages.pt.ts';
import { createTranslate, type MessageKey, type Messages } from '../src/i18n/messages.ts';
import { formatMoment, formatTimeOfDay } from '../src/time-of-day.ts';

/** Every wording of every text: one for each subject, and for each number. */
const wordingsOf = (language: PageLanguage): [MessageKey, string][] =>
  (Object.entries(dictionaries[language]) as [MessageKey, Messages[MessageKey]][]).flatMap(([key, text]) =>
    (typeof text === 'string' ? [text] : Object.values(text)).map((wording): [MessageKey, string] => [
      key,
      wording,
    ]),
  );

/** Texts that quote what stands outside of the page. */
const OF_BROWSERS = /^denied(?!Then)|^primerPermission$|^cameraOpeningText$|^insecureText$/;

const breaking = (language: PageLanguage, rule: RegExp): string[] =>
  wordingsOf(language).flatMap(([key, wording]) => (rule.test(wording) ? [`${key}: ${wording}`] : []));

describe.each(PAGE_LANGUAGES)('the texts in %s', (language) => {
  test('have typographic quotes, apostrophes and ellipses, no double spaces and none at the ends', () => {
    expect(breaking(language, /["']|\.\.\.|\s{2}|^\s|\s$/)).toEqual([]);
  });

  test('blame nobody and do not shout', () => {
    expect(breaking(language, /!{2}|\p{Lu}{5}|your fault|sua culpa|tu culpa|votre faute/u)).toEqual([]);
  });

  test('quote nothing but words that the page itself shows, and those of browsers and telephones', () => {
    const shown = new Set(wordingsOf(language).map(([, wording]) => wording));
    const quoted = wordingsOf(language).flatMap(([key, wording]) =>
      OF_BROWSERS.test(key)
        ? []
        : [...wording.matchAll(/[“«]\s?([^”»]+?)\s?[”»]/gu)].map(([, words = '']) => [key, words] as const),
    );
    expect(quoted.length).toBeGreaterThan(5);
    const isShown = (words: string): boolean =>
      shown.has(words) || dictionaries[language].accept.startsWith(words);
    expect(quoted.filter(([, words]) => !isShown(words))).toEqual([]);
  });

  test('name the buttons that they speak of as those name themselves', () => {
    const words = dictionaries[language];
    const spoken: [text: string, button: string][] = [
      [words.deniedThen, words.tryAgain],
      [words.noCookiesAllow, words.retry],
      [words.inAppCopy, words.linkOutMake],
      [words.inAppAndroid, words.openBrowser],
      [words.failedTimeout, words.waysSummary],
      [words.againMovement, words.waysSummary],
      [words.againTime, words.waysSummary],
      [words.retrySoon, words.retryMore],
      [words.legalWithdraw, words.eraseOffer],
      [words.legalWithdraw, words.withdraw],
    ];
    for (const [text, button] of spoken) expect(text).toContain(button);
    const agreement = /[“«]\s?([^”»]+?)\s?[”»]/u.exec(words.consentLegal)?.[1] ?? 'none';
    expect(words.consentLegalDevice).toContain(agreement);
    expect(words.accept.startsWith(agreement)).toBe(true);
  });
});

test.each([
  ['pt', pt],
  ['en', en],
  ['es', es],
  ['fr', fr],
] as const)(
  'the button for deletion has its words in %s from the start, whatever file is lost later (R93)',
  (_language, early) => {
    expect(early.eraseOffer).toMatch(/\p{L}/u);
  },
);

describe('what is agreed to', () => {
  const promises: Readonly<
    Record<PageLanguage, { staff: RegExp; shops: RegExp; end: RegExp; false: RegExp }>
  > = {
    en: {
      staff: /authorised staff/,
      shops: /all companies/,
      end: /end of this request/,
      false: /not your pictures|not what you type|Only the result|was notified/,
    },
    pt: {
      staff: /autorizad[oa]s da empresa/,
      shops: /todas as empresas/,
      end: /fim desta solicitação/,
      false: /não as suas imagens|não o que você digita|Só o resultado|recebeu o aviso/,
    },
    es: {
      staff: /autorizados? puede/,
      shops: /todas las empresas/,
      end: /final de esta solicitud/,
      false: /no tus imágenes|no lo que escribes|Solo se envía|recibió el aviso/,
    },
    fr: {
      staff: /personnel (et ses systèmes )?autorisé/,
      shops: /toutes les entreprises/,
      end: /fin de cette demande/,
      false: /pas vos images|pas ce que vous|Seul le résultat|a reçu votre demande/,
    },
  };

  test.each(PAGE_LANGUAGES)(
    'in %s names who sees pictures and number, what is compared among companies, and from when days count (R94)',
    (language) => {
      const { staff, shops, end, false: untrue } = promises[language];
      const words = dictionaries[language];
      for (const text of [...Object.values(words.consentShare), words.identityText])
        expect(text).toMatch(staff);
      expect(words.consentStorage).toMatch(shops);
      expect(words.legalKept).toMatch(end);
      for (const text of [words.legalKept, words.eraseRecord]) expect(text).toContain('90');
      expect(breaking(language, untrue)).toEqual([]);
    },
  );
});

test('Spanish opens its questions and exclamations', () => {
  expect(breaking('es', /^[^¿]*\?|^[^¡]*!/)).toEqual([]);
});

test('French has a narrow no-break space before ; : ! ? and inside its quotes, and nobody has to type it', () => {
  expect(breaking('fr', /(?<!\u202f|https)[;:!?»]|«(?!\u202f)|[“”]/u)).toEqual([]);
  expect(dictionaries.fr.choicesDeclined.process).toBe('Ou sur un autre appareil\u202f?');
});

test.each<[PageLanguage, RegExp]>([
  ['en', /know (this|the) purchase|keeps no cookies|sees no colour|Asked by/],
  [
    'pt',
    /\b[cC]onhe[cç]|identidade (já|mudou)|medidas do rosto|sozinho|Descubra|aba própria|fica sabendo|Passo/,
  ],
  [
    'es',
    /\b[cC]ono(zc|ces)|gafas|lentes|cubrebocas|mascarilla|computadora|ordenador|solos|Descúbre|pestaña propia/,
  ],
])('in %s no word stands that banks do not use, or that only one country does', (language, rule) => {
  expect(breaking(language, rule)).toEqual([]);
});

describe('how many attempts are left', () => {
  const told: Readonly<Record<PageLanguage, readonly [none: string, one: string, two: string]>> = {
    pt: ['Não restam tentativas.', 'Resta 1 tentativa.', 'Restam 2 tentativas.'],
    en: ['No attempts left.', '1 attempt left.', '2 attempts left.'],
    es: ['No te quedan intentos.', 'Te queda 1 intento.', 'Te quedan 2 intentos.'],
    fr: ['Il ne vous reste aucun essai.', 'Il vous reste 1 essai.', 'Il vous reste 2 essais.'],
  };

  test.each(PAGE_LANGUAGES)('is told in %s in the form that the number has', (language) => {
    const t = createTranslate(language, 'transaction');
    expect([0, 1, 2].map((count) => t('attemptsLeft', { count }))).toEqual(told[language]);
  });

  test('is written in the digits of the language, however many', () => {
    expect(createTranslate('en', 'process')('attemptsLeft', { count: 1_000 })).toBe('1,000 attempts left.');
    expect(createTranslate('fr', 'process')('attemptsLeft', { count: 1_000 })).toMatch(
      / 1\u202f000 essais\.$/u,
    );
  });
});

test.each<[PageLanguage, number, string]>([
  ['pt', 1, '1 dia'],
  ['pt', 30, '30 dias'],
  ['en', 1, '1 day'],
  ['es', 540, '540 días'],
  ['fr', 1_095, '1\u202f095 jours'],
])('in %s, %i days are written as %s (D6)', (language, count, written) => {
  expect(createTranslate(language, 'transaction')('days', { count })).toBe(written);
});

describe('until when it can be tried again, at 13:14 and at 1 at night', () => {
  const at = (day: number, hour: number, minute: number): string =>
    new Date(2026, 10, day, hour, minute, 30).toISOString();
  const told = (language: PageLanguage, tag: string, hour: number, minute: number): string => {
    const time = formatTimeOfDay(at(21, hour, minute), language, [tag]);
    return createTranslate(language, 'transaction')('retryUntil', { time }).replace(/[\u00a0\u202f]/g, ' ');
  };

  test.each<[PageLanguage, string, afternoon: string, night: string]>([
    ['es', 'es-MX', 'hasta: 1:14 p.m.', 'hasta: 1:00 a.m.'],
    ['es', 'es-ES', 'hasta: 13:14', 'hasta: 1:00'],
    ['pt', 'pt-BR', 'até: 13:14', 'até: 1:00'],
    ['fr', 'fr-FR', 'jusqu’à : 13:14', 'jusqu’à : 1:00'],
    ['en', 'en-US', 'until 1:14 PM', 'until 1:00 AM'],
  ])('no article in %s depends on the hour, in %s (D24)', (language, tag, afternoon, night) => {
    expect(told(language, tag, 13, 14).endsWith(` ${afternoon}`)).toBe(true);
    expect(told(language, tag, 1, 0).endsWith(` ${night}`)).toBe(true);
  });

  test.each<[PageLanguage, string, string]>([
    ['es', 'es-MX', 'viernes, 20 de noviembre, 1:14 p.m.'],
    ['pt', 'pt-BR', 'sexta-feira, 20 de novembro às 13:14'],
    ['fr', 'fr-FR', 'vendredi 20 novembre à 13:14'],
    ['en', 'en-GB', 'Friday 20 November at 13:14'],
  ])('the day comes as %s joins it with the time, in %s', (language, tag, words) => {
    const moment = formatMoment(at(20, 13, 14), Date.parse(at(21, 13, 14)), language, [tag]);
    expect(moment.replace(/[\u00a0\u202f]/g, ' ')).toBe(words);
  });
});
