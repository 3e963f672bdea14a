import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { docsDirectory } from '@titular/docs-site';
import { openIndex, type Search } from '@titular/docs-site/open-index';
import type { Contract } from './operations.ts';

/** One page of the site: its address there, the path of its Markdown where it has one, and its text. */
export type DocumentedPage = {
  address: string;
  source?: string;
  title: string;
  chapter: string;
  text: string;
};

/** What the site was built from, and its search. */
export type Documentation = { pages: readonly DocumentedPage[]; contract: Contract; search: Search };

/** The site was not built, as in a checkout whose scripts npm did not run. */
export class DocumentationMissing extends Error {
  override readonly name = 'DocumentationMissing';
}

/** Makes the way to the documentation, read when a tool first asks. */
export function openDocumentation(directory: string = docsDirectory): () => Promise<Documentation> {
  let read: Promise<Documentation> | undefined;
  const readJson = async (name: string): Promise<unknown> => {
    const text = await readFile(join(directory, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new DocumentationMissing(`${name} is missing`);
      throw error;
    });
    return JSON.parse(text);
  };
  const readAll = async (): Promise<Documentation> => {
    // The name of the index changes with what it holds.
    const assets = await readdir(join(directory, 'assets')).catch(() => []);
    const index = assets.find((name) => /^search-.*\.json$/.test(name)) ?? 'search.json';
    const names = ['pages.json', 'openapi.json', `assets/${index}`];
    const [pages, contract, file] = await Promise.all(names.map(readJson));
    return {
      pages: pages as DocumentedPage[],
      contract: contract as Contract,
      search: openIndex(file as Parameters<typeof openIndex>[0]),
    };
  };
  return async () => {
    read ??= readAll();
    try {
      return await read;
    } catch (error) {
      read = undefined;
      throw error;
    }
  };
}
