/** Texts that a page must show as they are: markup, letters from right to left, characters of no width, and a word without an end. */
export const NAUGHTY = {
  markup: `<img src=x onerror="document.title='owned'"><b>bold</b>`,
  bidi: 'طلب (1002) שלום <order>',
  zeroWidth: 'ze\u200Bro\u200D\u2060\uFEFF-wi\u200Cdth',
  word: 'Donaudampfschiff'.repeat(4),
} as const;

/** What a receiver answers: markup, controls of direction, then one word of 10 kB. */
export const LONG_ANSWER: string = `order \u202Egnp.exe\u202C \u2066isolated\u2069</pre><script>document.title='owned'</script>${'x'.repeat(10_000)}`;
