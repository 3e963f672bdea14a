import { posix } from 'node:path';

/** The page that lists all others with what they hold. */
export const CONTENTS = 'docs/contents.md';

/** A page as the list names it: its path or address, and a line of Markdown that says what it holds. */
type ListedPage = { address: string; holds: string };

/** Links of a page below `docs` as they are from the root. */
const fromRoot = (page: string): string =>
  page.replace(
    /\]\((?!https?:)([^)]+)\)/g,
    (_link, address: string) => `](${posix.join(posix.dirname(CONTENTS), address)})`,
  );

/** The rows of the list, with all links from the root of the repository. */
export const listedPages = (contents: string): ListedPage[] =>
  [...fromRoot(contents).matchAll(/^\| \[[^\]]+\]\(([^)]+)\)[^|]* \| (.+) \|$/gm)].map(
    ([, address = '', holds = '']) => ({ address, holds }),
  );
