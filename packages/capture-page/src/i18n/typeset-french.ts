const NARROW_NO_BREAK_SPACE = '\u202f';

const typesetText = (text: string): string =>
  text.replace(/ (?=[;:!?»])/g, NARROW_NO_BREAK_SPACE).replace(/« /g, `«${NARROW_NO_BREAK_SPACE}`);

/** Makes the spaces that French has before `;`, `:`, `!`, `?` and inside « » narrow and unbreakable, in every text of a dictionary. */
export function typesetFrench<Texts extends object>(texts: Texts): Texts {
  const typeset = (value: unknown): unknown =>
    typeof value === 'string' ? typesetText(value) : typesetFrench(value as object);
  return Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, typeset(value)])) as Texts;
}
