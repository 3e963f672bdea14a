const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const CHARACTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ESCAPES).map(([sign, entity]) => [entity, sign]),
);

/** Escapes a text for content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/** The text that was escaped. */
export const unescapeHtml = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity] ?? entity);

/** Tags within a line, which part no words: `<code>id</code>.` is read as it is seen. */
const INLINE = /<\/?(?:a|code|em|i|strong|wbr)\b[^>]*>/g;

/** The words of markup that this build wrote, without tags and on one line. */
export const textOf = (markup: string): string =>
  unescapeHtml(markup.replace(INLINE, '').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
