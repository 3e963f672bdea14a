import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { buildSite } from '../../../scripts/site/build-site.ts';

/** A built site as text, by address. */
export type SiteFiles = ReadonlyMap<string, string>;

/** Builds the site of this checkout anew and reads it. */
export async function readBuiltSite(): Promise<SiteFiles> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-docs-'));
  try {
    await buildSite(directory);
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    return new Map(
      await Promise.all(
        paths.map(async (path) => [path.slice(directory.length + 1), await readFile(path, 'utf8')] as const),
      ),
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The documents of a site. */
export const documentsOf = (files: SiteFiles): [string, string][] =>
  [...files].filter(([address]) => address.endsWith('.html'));

/** Ids of a document in its order. */
export const idsIn = (markup: string): string[] =>
  [...markup.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id);

/** Every address that a document leads to or loads. */
export const linksIn = (markup: string): string[] =>
  [...markup.matchAll(/\s(?:href|src|data-index|data-root)="([^"]*)"/g)].map(([, link = '']) => link);

const isOutside = (link: string): boolean => /^[a-z]+:/.test(link);

/** Links within the site that lead to no file, or to no place in it. */
export function findBroken(files: SiteFiles): { count: number; broken: string[] } {
  const ids = new Map(documentsOf(files).map(([address, markup]) => [address, new Set(idsIn(markup))]));
  const links = documentsOf(files).flatMap(([address, markup]) =>
    linksIn(markup)
      .filter((link) => !isOutside(link))
      .map((link) => ({ address, link })),
  );
  const isGood = ({ address, link }: { address: string; link: string }): boolean => {
    const [path = '', anchor] = link.split('#');
    if (/^(?:\.\.\/)*$/.test(path) && anchor === undefined) return files.has('index.html');
    const target = path === '' ? address : posix.join(posix.dirname(address), path);
    return files.has(target) && (anchor === undefined || (ids.get(target)?.has(anchor) ?? false));
  };
  const broken = links.filter((one) => !isGood(one)).map(({ address, link }) => `${address}: ${link}`);
  return { count: links.length, broken };
}
