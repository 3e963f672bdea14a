/** A piece of code of a page; `id` is its page and its name. */
export type Snippet = { id: string; page: string; language: string; name: string; code: string };

/** Reads the pieces of code of a page, each of which has a language and a name. */
export function snippetsOf(page: string, text: string): Snippet[] {
  const fences = text.split('\n').filter((line) => /^\s*(```|~~~)/.test(line));
  const found = [...text.matchAll(/^```(sh|js|ts|sql) (\S+)\n([\s\S]*?)\n```$/gm)];
  if (fences.length !== 2 * found.length)
    throw new Error(`${page}: every piece of code has a language and a name`);
  return found.map(([, language = '', name = '', code = '']) => ({
    id: `${page}/${name}`,
    page,
    language,
    name,
    code,
  }));
}
