import { purposesEs } from '@titular/server/config/purposes/es.ts';
import { purposesPt } from '@titular/server/config/purposes/pt.ts';
import { describe, expect, test } from 'vitest';
import { dictionaries as pageTexts } from '../packages/capture-page/src/i18n/all-languages.ts';
import { dictionaries as portalTexts } from '../packages/portal/src/i18n/all-texts.ts';
import { LANGUAGES } from '../packages/portal/src/i18n/languages.ts';

type Language = (typeof LANGUAGES)[number];

/** The term for each idea, and the other words for it that no text says. */
const TERMS: Readonly<Record<Language, Readonly<Record<string, RegExp>>>> = {
  en: {
    'sign in': /log(?:ged|ging)? ?(?:in|on)|sign(?:ed)? ?on/,
    'sign out': /log(?:ged|ging)? ?(?:out|off)/,
    picture: /images?/,
    phone: /mobiles?|cell ?phones?|smartphones?/,
  },
  es: {
    rostro: /(?<!de )caras?|faces?/,
    selfie: /selfis?|autofotos?/,
    disputa: /cuestion(?:ó|ad[oa]s?)/,
    ajuste: /(?:una|ninguna) configuración/,
    archivo: /ficheros?/,
    computadora: /ordenador(?:es)?/,
    correo: /e-?mails?/,
    'llave de acceso': /passkeys?/,
    'registro de auditoría': /bitácoras?/,
    teléfono: /móvil(?:es)?|celular(?:es)?/,
  },
  pt: {
    rosto: /caras?|faces?/,
    selfie: /selfies? (?:foto|fotografia)|autofotos?/,
    arquivo: /ficheiros?/,
    // What is called by a number stays a telephone.
    celular: /telemóve(?:l|is)|(?<!um )telefones?(?! de ajuda)|smartphones?/,
    'chave de acesso': /passkeys?/,
    computador: /ordenador(?:es)?/,
    'e-mail': /emails?|correio/,
    registro: /registos?/,
    senha: /palavras?-passe/,
    tela: /ecrãs?/,
    usuário: /utilizador(?:es)?/,
  },
};

const PURPOSES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {},
  es: purposesEs,
  pt: purposesPt,
};

const formsOf = (text: string | object): string[] =>
  typeof text === 'string' ? [text] : (Object.values(text) as string[]);

/** Every text in a language with its key: of the portal, of the hosted page and of the settings of the deployment. */
const textsIn = (language: Language): [string, string][] =>
  [...Object.values(portalTexts[language]), pageTexts[language], PURPOSES[language]].flatMap((texts) =>
    Object.entries(texts as Record<string, string | object>).flatMap(([key, text]) =>
      formsOf(text).map((form): [string, string] => [key, form]),
    ),
  );

/** A text without what is no word of it: placeholders, code, commands and addresses. */
const wordsOf = (text: string): string =>
  text.replaceAll(/\{\w+\}|`[^`]*`|“[^”]*”|\(titular [^)]*\)|\S*[_./@]\S+/g, '').toLowerCase();

describe.each(LANGUAGES)('the texts in %s', (language) => {
  test.each(Object.entries(TERMS[language]))('say "%s" and no other word for it', (_term, others) => {
    const whole = new RegExp(`(?<!\\p{L})(?:${others.source})(?!\\p{L})`, 'u');
    const texts = textsIn(language);
    expect(texts.length).toBeGreaterThan(1_000);
    expect(texts.filter(([, text]) => whole.test(wordsOf(text)))).toEqual([]);
  });
});

test('another word is found wherever it stands, and idioms and code are none', () => {
  const cara = TERMS.es['rostro']?.source;
  const whole = new RegExp(`(?<!\\p{L})(?:${cara})(?!\\p{L})`, 'u');
  expect(['La cara.', 'Varias caras'].map((text) => whole.test(wordsOf(text)))).toEqual([true, true]);
  const others = ['Ponte de cara a la luz', 'Una máscara', '`cara`', 'docs/face-engine.md'];
  expect(others.map((text) => whole.test(wordsOf(text)))).toEqual(others.map(() => false));
});
