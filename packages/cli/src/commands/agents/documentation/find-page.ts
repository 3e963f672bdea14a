import type { DocumentedPage } from './read-documentation.ts';

/** The page that an agent names by address, by path in the repository, or by either without its ending. */
export function findPage(pages: readonly DocumentedPage[], named: string): DocumentedPage | undefined {
  const path = named.replace(/#.*$/, '').replace(/^\.?\//, '');
  const bare = (text: string): string =>
    text
      .replace(/^docs\//, '')
      .toLowerCase()
      .replace(/\.(md|html)$/, '');
  const name = bare(path);
  if (name === '') return undefined;
  return (
    pages.find(({ address, source }) => address === path || source === path) ??
    pages.find(({ address, source }) => bare(address) === name || bare(source ?? '') === name)
  );
}
