import { errorCatalogue, PERMISSIONS, PORTAL_ROLES } from '@titular/contract';
import { describe, expect, test } from 'vitest';
import { dictionaries } from '../src/i18n/all-texts.ts';
import { chooseLanguage, LANGUAGES, languageFacts } from '../src/i18n/languages.ts';
import { permissionKeys, roleKeys } from '../src/i18n/role-keys.ts';
import { createTranslate, type TextKey } from '../src/i18n/texts.ts';
import type { Text } from '../src/i18n/texts-like.ts';

type Texts = Readonly<Record<TextKey, Text>>;
type Language = (typeof LANGUAGES)[number];
const joined = Object.fromEntries(
  LANGUAGES.map((language) => [language, Object.assign({}, ...Object.values(dictionaries[language]))]),
) as Record<Language, Texts>;
const textsOf = (language: Language): Texts => joined[language];
const keys = Object.keys(textsOf('en')) as TextKey[];
const formsOf = (text: Text): string[] => (typeof text === 'string' ? [text] : Object.values(text));
const placeholders = (text: Text): string[] => [
  ...new Set(formsOf(text).flatMap((form) => form.match(/\{\w+\}/g) ?? [])),
];

describe.each(LANGUAGES)('the texts in %s', (language) => {
  const texts = textsOf(language);

  test('say every key, and no other', () => {
    expect(keys.length).toBeGreaterThan(250);
    expect(Object.keys(texts).toSorted()).toEqual(keys.toSorted());
    expect(keys.filter((key) => formsOf(texts[key]).some((form) => form.trim() === ''))).toEqual([]);
  });

  test('have words for every code of the catalogue, with what to do (P4)', () => {
    const codes = Object.keys(errorCatalogue) as (keyof typeof errorCatalogue)[];
    const t = createTranslate(language);
    expect(codes.filter((code) => !/^[A-ZÀ-Ý].+\.$/.test(t(code)))).toEqual([]);
  });

  test('have words for every role and permission (P4)', () => {
    const t = createTranslate(language);
    const said = [
      ...PORTAL_ROLES.flatMap((role) => [roleKeys[role].name, roleKeys[role].meaning]),
      ...PERMISSIONS.map((permission) => permissionKeys[permission]),
    ].map((key) => t(key));
    expect(said.every((words) => words.length > 3)).toBe(true);
    expect(new Set(said).size).toBe(said.length);
  });

  test('have the placeholders of the original', () => {
    const wrong = keys.filter(
      (key) =>
        placeholders(texts[key]).toSorted().join() !== placeholders(textsOf('en')[key]).toSorted().join(),
    );
    expect(wrong).toEqual([]);
  });

  test('have a form for each count that the language tells apart', () => {
    const { tag } = languageFacts[language];
    const rules = new Intl.PluralRules(tag);
    const t = createTranslate(language);
    const counted = keys.filter((key) => typeof texts[key] !== 'string');
    expect(counted.length).toBeGreaterThan(4);
    for (const key of counted) {
      const text = texts[key];
      if (typeof text === 'string') continue;
      const missing = [1, 2, 5, 21, 1_000_000].map((n) => rules.select(n)).filter((form) => !(form in text));
      expect(
        missing.filter((form) => form !== 'many'),
        key,
      ).toEqual([]);
      expect(t(key, { count: 1_234 })).toContain(new Intl.NumberFormat(tag).format(1_234));
    }
  });
});

test('a name from right to left is isolated in its sentence, and any other stands as it is (P44)', () => {
  const t = createTranslate('en');
  const said = (name: string): string => t('auditActorCommand', { name });
  expect(said('طلب (1002)')).toBe('Command line, \u2068طلب (1002)\u2069');
  for (const name of ['שלום', '\u202Egnp.exe']) expect(said(name)).toContain(`\u2068${name}\u2069`);
  for (const name of ['maria', 'José 7/8', '日本', '👩‍👧', ''])
    expect(said(name)).toBe(`Command line, ${name}`);
  expect(t('auditProgress', { done: 1_000, total: 2_000 })).toBe('1,000 of 2,000 entries');
});

test('no key stands in two stages: the one that is fetched later would speak for both', () => {
  const stages = Object.values(dictionaries.en).flatMap((texts) => Object.keys(texts));
  expect(stages.filter((key, index) => stages.indexOf(key) !== index)).toEqual([]);
});

test.each(LANGUAGES)('the texts in %s call a tenant an organization', (language) => {
  const texts = textsOf(language);
  const others = keys.filter((key) =>
    formsOf(texts[key]).some((form) => /\btenants?\b/i.test(form.replaceAll(/\{\w+\}/g, ''))),
  );
  expect(others).toEqual([]);
});

test.each(['pt', 'es'] as const)(
  'the texts in %s call a webhook endpoint what its page is called',
  (language) => {
    const texts = textsOf(language);
    const others = keys.filter((key) =>
      formsOf(texts[key]).some((form) => /endpoint/i.test(form.replaceAll(/endpoint de tokens/gi, ''))),
    );
    expect(others).toEqual([]);
  },
);

test('two languages seldom say the same: nothing was left untranslated', () => {
  const same = (one: 'pt' | 'es') =>
    keys.filter((key) => {
      const [words = ''] = formsOf(textsOf('en')[key]);
      return words.split(' ').length > 2 && words === formsOf(textsOf(one)[key])[0];
    });
  expect([...same('pt'), ...same('es')]).toEqual([]);
});

/** Words of the other address. An imperative counts where a sentence begins; inside one it can be a subjunctive. */
const OTHER_ADDRESS = {
  pt: {
    anywhere: 'tu teu teus tua tuas te ti contigo és estás tens podes queres vês',
    opening: 'abre confere copia cria digita envia escolhe escreve espera pede tenta volta',
  },
  es: {
    anywhere: `usted ustedes ábralo actívelo búsquelo compárelos cópielo créelo déjelo desactívelos desbloquéela
      envíelo escríbalo guárdelos imprímalos inténtelo pídalo recárguela revíselo`,
    opening: `abra acepte active actualice agregue añada avise busque cambie cierre compare complete compruebe
      confirme conviértase copie cree deje descargue desbloquee diga elija empiece entre envíe escanee escriba
      espere evite guarde haga imprima indique ingrese inicie intente introduzca muestre ofrezca permita pida
      presione pruebe pulse quite recargue recupere revise seleccione tenga tome únase use vaya verifique vuelva`,
  },
} as const;

test.each(['pt', 'es'] as const)('the texts in %s keep to one form of address', (language) => {
  const { anywhere, opening } = OTHER_ADDRESS[language];
  const anyOf = (words: string): string => `(?:${words.trim().split(/\s+/).join('|')})(?!\\p{L})`;
  const patterns = [
    new RegExp(`(?<!\\p{L})${anyOf(anywhere)}`, 'iu'),
    new RegExp(`(?:^|[.:;?!¿¡{}] *)${anyOf(opening)}`, 'iu'),
  ];
  const refused = (form: string): boolean => patterns.some((pattern) => pattern.test(form));
  const wrong = keys.flatMap((key) => formsOf(textsOf(language)[key]).filter(refused));
  expect(wrong).toEqual([]);
  const examples = { pt: ['É para ti.', 'Nada. Tenta outra vez.'], es: ['Inténtelo.', 'Nada. Elija otro.'] };
  expect(examples[language].filter(refused)).toEqual(examples[language]);
});

test('the language is the chosen one, else the first of the browser that there is, else English', () => {
  expect(chooseLanguage('es', ['pt-BR'])).toBe('es');
  expect(chooseLanguage(undefined, ['fr-FR', 'pt-PT', 'en'])).toBe('pt');
  expect(chooseLanguage('xx', ['de'])).toBe('en');
});
