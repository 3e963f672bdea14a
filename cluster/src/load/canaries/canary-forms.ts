/** Signs of base64 that are not of the word alone, by how many bytes come before it. */
const FOREIGN_SIGNS = [0, 2, 3];

/** A word as it is written: in capitals and small letters, within an address, and a CPF with its signs. */
const writingsOf = (word: string): string[] => [
  ...new Set([
    ...[word, word.toUpperCase(), word.toLowerCase()],
    ...[encodeURIComponent(word), word.replaceAll(' ', '+')],
    word.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4'),
  ]),
];

/** A word as it may stand in a text: as it is written, as bytes in hexadecimal, and within what is written in base64. */
export function formsOf(word: string): string[] {
  const coded = FOREIGN_SIGNS.map((signs, before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(word)]);
    return bytes.toString('base64').slice(signs, Math.floor((bytes.length * 8) / 6));
  });
  return [...writingsOf(word), Buffer.from(word).toString('hex'), ...coded];
}

/** Patterns of LIKE for each form of these words, wherever it stands. */
export const patternsOf = (secrets: readonly string[]): string[] =>
  secrets.flatMap(formsOf).map((form) => `%${form.replaceAll(/[%_\\]/g, '\\$&')}%`);
