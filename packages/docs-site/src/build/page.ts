/** A page of the site before its frame is put around it. */
export type Page = {
  /** Address below the root of the site, such as `guides/tokens.html`. */
  address: string;
  title: string;
  /** One sentence for lists of pages; empty where nobody wrote one. */
  holds: string;
  /** Title of the chapter that the page is in. */
  chapter: string;
  /** Path of its Markdown in the repository; undefined for pages made from the contract. */
  source: string | undefined;
  content: string;
  /** Whether the side bar names it on pages outside of its collection too. */
  isListed: boolean;
  /** Address of the list that it stands below; undefined for pages of the chapter itself. */
  parent: string | undefined;
};

/** The link from one address of the site to another, which holds wherever the site lies. */
export function linkTo(from: string, to: string): string {
  const [path = '', anchor] = to.split('#');
  const folders = from.split('/').slice(0, -1);
  const target = path.split('/');
  let shared = 0;
  while (shared < folders.length && shared < target.length - 1 && folders[shared] === target[shared])
    shared++;
  const up = '../'.repeat(folders.length - shared);
  const hash = anchor === undefined ? '' : `#${anchor}`;
  return path === from && hash ? hash : `${up}${target.slice(shared).join('/')}${hash}`;
}
