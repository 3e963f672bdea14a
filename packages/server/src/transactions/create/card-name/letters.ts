/** Scripts that stand together in real names; letters of two different rows make a look-alike. */
const SCRIPT_FAMILIES: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Devanagari}/u,
];

const isSharedByScripts = (letter: string): boolean =>
  /[\p{Script=Common}\p{Script=Inherited}]/u.test(letter);

/** Index of the family of scripts each letter belongs to; letters outside all rows count as one family of their own. */
export function scriptFamilies(name: string): Set<number> {
  const letters = name.match(/\p{L}/gu) ?? [];
  return new Set(
    letters
      .filter((letter) => !isSharedByScripts(letter))
      .map((letter) => SCRIPT_FAMILIES.findIndex((family) => family.test(letter))),
  );
}

/** Letters beside modifiers, iteration and length marks, which say nothing alone, and the ordinal signs. */
export const HOLDS_A_LETTER = /[\p{Lu}\p{Ll}\p{Lt}]|(?![ªº])\p{Lo}/u;

/**
 * Letters of formulas and phonetics that look like plain ones: mathematical, small capitals, raised, lowered and turned.
 * The few letters of the phonetic block that alphabets of Africa, America and Azerbaijan write stay.
 */
export const STYLISED =
  /[\u{1d400}-\u{1d7ff}\u{1ee00}-\u{1eeff}\u{10780}-\u{107ba}\u{1df00}-\u{1dfff}\u1d00-\u1dbf\u2071\u207f\u2090-\u209c\u2102-\u2129\u212c-\u2131\u2133-\u214e\u2c7c\u2c7d\ua730\ua731\ua770\ua7ae\ua7b0\ua7f2-\ua7f4\ua7f8-\ua7fa\uab30-\uab6a]|(?![\u0253\u0254\u0256\u0257\u0259\u025b\u0263\u0268\u0269\u0272\u0289\u028a\u028b\u0292\u0294\u0295])[\u0250-\u02b8\u02e0-\u02e4]/u;

const COMMON_LETTERS: readonly RegExp[] = [
  /[a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e\u018f\u0259\u01a0\u01a1\u01af\u01b0\u01cd-\u01dc\u01e4-\u01e9\u0218-\u021b\u02bb\u02bc\u1e00-\u1eff]/iu,
  /[\u0386-\u03ce]/u,
  /[\u0400-\u045f\u0490-\u0493\u049a-\u049d\u04a2\u04a3\u04ae-\u04b3\u04b8-\u04bb\u04d8\u04d9\u04e2\u04e3\u04e8\u04e9\u04ee\u04ef]/u,
  /[\u0531-\u0556\u0561-\u0587\u05d0-\u05f2\u0620-\u06d5\u10d0-\u10ff]/u,
  /[\u4e00-\u9fff\u3005\u3041-\u3096\u30a1-\u30fe\uac00-\ud7a3]/u,
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u,
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Ethiopic}\p{Script=Mongolian}\p{Script=Thaana}]/u,
];

/** Whether names of today are written with this letter: no historic and no phonetic one. */
export const isCommonLetter = (letter: string): boolean =>
  COMMON_LETTERS.some((letters) => letters.test(letter));

/** Cased letters, whole words of which names write in one of three ways: all large, all small, or the first one large. */
export const hasOrderlyCase = (word: string): boolean =>
  /^(?:[^\p{Lu}\p{Lt}]*|[^\p{Ll}]*|[^\p{L}]*[\p{Lu}\p{Lt}][^\p{Lu}\p{Lt}]*)$/u.test(word);
