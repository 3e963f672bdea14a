/** The address of a Markdown file in the site: the path below `docs`, or of other places the name alone. */
export function addressOf(source: string): string {
  if (source === 'README.md') return 'overview.html';
  const path = source
    .replace(/^docs\//, '')
    .replace(/^packages\/client\/README\.md$/, 'client.md')
    .replace(/^examples\/shop\/README\.md$/, 'example-shop.md')
    .replace(/(^|\/)README\.md$/, '$1index.md');
  return path.toLowerCase().replace(/\.md$/, '.html');
}

/** Files that pages link to or show, and that the site carries as they are, by their path in the repository. */
export const CARRIED: Readonly<Record<string, string>> = {
  'docs/openapi.json': 'openapi.json',
  'llms.txt': 'llms.txt',
  'docs/pictures/first-transaction.webp': 'pictures/first-transaction.webp',
};
