import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Published } from './packages.ts';

/** Where the folder of a page lies in the tree, and where readers of the package find that tree. */
type Place = { folder: string; version: string; repository: string | undefined };

/** Fenced code, an image or a link, and code in a line, in the order in which they are looked for. */
const PARTS = /^```[\s\S]*?^```|(!?)\[((?:`[^`]*`|[^\]`])*)\]\(([^()\s]+)\)|`[^`]*`/gm;
/** An address, or a place on the same page. */
const LEADS_BY_ITSELF = /^(?:[a-z][a-z\d+.-]*:|#)/i;

/**
 * A page as readers of a package get it, who have nothing else of the tree: links lead to the tag of the version in the repository. Where
 * no repository is named, their words stay.
 */
export function publishPage(page: string, { folder, version, repository }: Place): string {
  return page.replace(PARTS, (whole: string, mark?: string, words?: string, target?: string) => {
    if (target === undefined || LEADS_BY_ITSELF.test(target)) return whole;
    if (repository === undefined) return words ?? '';
    const kind = mark === '!' ? 'raw' : 'blob';
    return `${mark}[${words}](${repository}/${kind}/v${version}/${posix.join(folder, target)})`;
  });
}

/** Writes the front page and the changelog of a package into a copy of the tree, as they are published. */
export function publishPages(
  copy: string,
  { folder, changelog }: Published,
  given: Omit<Place, 'folder'>,
): void {
  for (const file of [join(folder, 'README.md'), changelog]) {
    const path = join(copy, file);
    writeFileSync(path, publishPage(readFileSync(path, 'utf8'), { folder, ...given }));
  }
}
