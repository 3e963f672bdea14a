/** Words as a search compares them: without accents and case. */
export const plainWords = (words: string): string =>
  words
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
