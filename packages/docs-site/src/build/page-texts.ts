import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { textOf } from './html.ts';
import type { Page } from './page.ts';

/** A page for programs that read: its Markdown, or the words of one that no file of the repository is. */
export type PageText = { address: string; source?: string; title: string; chapter: string; text: string };

/** The texts of all pages, in reading order; `pages.json` of the built site. */
export const pageTexts = (root: string, pages: readonly Page[]): Promise<PageText[]> =>
  Promise.all(
    pages.map(async ({ address, source, title, chapter, content }) => {
      if (source === undefined) return { address, title, chapter, text: textOf(content) };
      return { address, source, title, chapter, text: await readFile(join(root, source), 'utf8') };
    }),
  );
