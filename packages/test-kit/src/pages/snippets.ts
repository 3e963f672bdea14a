/** A piece of code of a page; `id` is its page and its name. */
export type Snippet = { id: string; page: string; language: string; name: string; code: string };

type Language = 'sh' | 'js' | 'ts' | 'sql';

const namedIn = (text: string) =>
  [...text.matchAll(/^```(sh|js|ts|sql) (\S+)\n([\s\S]*?)\n```$/gm)].map(
    ([, language = '', name = '', code = '']) => ({ language, name, code }),
  );

/** The pieces of code of a page that have a name, among others that have none. */
export const namedSnippetsOf = (page: string, text: string): Snippet[] =>
  namedIn(text).map((one) => ({ ...one, id: `${page}/${one.name}`, page }));

/** Reads the pieces of code of a page, each of which has a language and a name. */
export function snippetsOf(page: string, text: string): Snippet[] {
  const fences = text.split('\n').filter((line) => /^\s*(```|~~~)/.test(line));
  const found = namedSnippetsOf(page, text);
  if (fences.length !== 2 * found.length)
    throw new Error(`${page}: every piece of code has a language and a name`);
  return found;
}

/** The code of a page that has this language and name; a page without it is an error. */
export function codeNamed(text: string, language: Language, name: string): string {
  const found = namedIn(text).find((one) => one.language === language && one.name === name);
  if (!found) throw new Error(`the page has ${language} code ${name}`);
  return found.code;
}
