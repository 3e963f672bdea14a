import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenApiDocument } from '@titular/server/api-docs/document.ts';
import { CHAPTERS } from '../../packages/docs-site/src/build/navigation.ts';
import type { Page } from '../../packages/docs-site/src/build/page.ts';
import { orderSources, readPages } from '../../packages/docs-site/src/build/read-pages.ts';
import { writeSite } from '../../packages/docs-site/src/build/write-site.ts';
import { apiPages, raiseStyle } from './api-pages.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The question that the service answers, as the README puts it. */
const taglineOf = (readme: string): string =>
  /\*\*(does this card [^*]+)\*\*/.exec(readme)?.[1]?.replace(/^d/, 'D') ?? '';

const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');

/** All pages of the site of this checkout, in reading order. */
export async function readSitePages(): Promise<Page[]> {
  const below = await readdir(join(ROOT, 'docs'), { recursive: true });
  const own = below.filter((file) => file.endsWith('.md')).map((file) => `docs/${file}`);
  const others = CHAPTERS.flatMap(({ pages }) => pages).filter((source) => !source.startsWith('docs/'));
  const contract = apiPages(JSON.parse(await read('docs/openapi.json')) as OpenApiDocument);
  const inPlace = new Map(contract.flatMap(({ source, title }) => (source ? [[source, title]] : [])));
  const shown = [...own, ...others].filter((source) => !inPlace.has(source));
  const pages = await readPages(ROOT, orderSources(shown), inPlace);
  const order = CHAPTERS.map(({ title }) => title);
  return [...contract, ...pages].toSorted(
    (one, other) => order.indexOf(one.chapter) - order.indexOf(other.chapter),
  );
}

/** Builds the documentation site of this checkout into a directory that is there. */
export async function buildSite(directory: string): Promise<void> {
  const pages = await readSitePages();
  const { version } = JSON.parse(await read('package.json')) as { version: string };
  const tagline = taglineOf(await read('README.md'));
  const apiStyle = raiseStyle(await read('packages/server/src/api-docs/content.css'));
  const icon = await read('packages/portal/src/icon.svg');
  await writeSite(directory, { root: ROOT, version, tagline, pages, apiStyle, icon });
}
