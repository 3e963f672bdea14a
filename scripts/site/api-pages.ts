import type { OpenApiDocument } from '@titular/server/api-docs/document.ts';
import { anchorOf, chaptersOfContract } from '@titular/server/api-docs/render-page.ts';
import { linkTo, type Page } from '../../packages/docs-site/src/build/page.ts';
import { BEFORE_RUNNING, CALLS_FOLDER } from '../clients/calls.ts';
import { TypedSchemas } from '../clients/typed-schemas.ts';
import { renderTabs } from './call-tabs.ts';

const LIST = 'api/index.html';
const HEADERS = 'Headers of answers';

const addressOf = (title: string): string => `api/${anchorOf(title)}.html`;

const idsIn = (markup: string): string[] => [...markup.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);

/** Leads links of the one long page to the page that has their target now; those to codes lead to the table of errors. */
function splitLinks(markup: string, from: string, places: ReadonlyMap<string, string>): string {
  return markup.replace(/href="#([^"]+)"/g, (_whole, id: string) => {
    const code = id.replace(/^code-/, '');
    const target = code === id ? `${places.get(id) ?? from}#${id}` : `errors.html#${code}`;
    return `href="${linkTo(from, target)}"`;
  });
}

/** Gives each header of answers an anchor of its name, so that search leads to it. */
const anchorNames = (markup: string): string =>
  markup.replace(/<li>(\s*<p class="member"><code class="name">)([\w-]+)/g, '<li id="$2">$1$2');

/** On a page of its own a chapter's title is the first level, so all below it come up by one. */
const raiseHeadings = (text: string): string =>
  text.replace(/(<\/?)h([34])\b/g, (_whole, start, level) => `${start}h${level - 1}`);

/** The style of the contract's page for headings that came up by one. */
export const raiseStyle = (css: string): string => css.replace(/\bh4\b/g, 'h3');

const isEmpty = (markup: string): boolean => markup.trim() === '';

/** The contract as pages of the site: one for each group of operations, for events, schemas and headers, and a list of all. */
export function apiPages(document: OpenApiDocument): Page[] {
  const chapters = chaptersOfContract(
    document,
    renderTabs(document.servers[0]?.url ?? '', new TypedSchemas(document)),
  )
    .filter(({ content }) => !isEmpty(content.markup))
    .map((chapter) =>
      chapter.title === HEADERS
        ? { ...chapter, content: { markup: anchorNames(chapter.content.markup) } }
        : chapter,
    );
  const places = new Map(
    chapters.flatMap(({ title, content }) =>
      idsIn(content.markup).map((id) => [id, addressOf(title)] as const),
    ),
  );
  const shared = { chapter: 'Reference' };
  const groups = new Set(document.tags.map(({ name }) => name));
  const pages = chapters.map(({ title, content }) => ({
    ...shared,
    ...{ address: addressOf(title), title, holds: '', isListed: false, parent: LIST },
    source: groups.has(title) ? `${CALLS_FOLDER}${anchorOf(title)}.md` : undefined,
    content: `<h1 id="${anchorOf(title)}">${title}</h1>\n<div class="api">${raiseHeadings(splitLinks(content.markup, addressOf(title), places))}</div>`,
  }));
  const lists = chapters.map(({ title, links }) => {
    const items = links.map(({ markup }) => `<li>${splitLinks(markup, LIST, places)}</li>`);
    return `<h2 id="${anchorOf(title)}"><a href="${linkTo(LIST, addressOf(title))}">${title}</a></h2>\n<ul class="operations">${items.join('\n')}</ul>`;
  });
  const list = `<h1 id="api">API reference</h1>\n<p>Version ${document.info.version} of the contract, one page for each group of operations. For programs: <a href="../openapi.json">OpenAPI 3.1</a>, <a href="../llms.txt">llms.txt</a>.</p>\n<p>${BEFORE_RUNNING.replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>\n<div class="api">${lists.join('\n')}</div>`;
  const holds = 'Every operation, event and schema, with examples.';
  return [
    {
      ...{ ...shared, address: LIST, title: 'API reference', holds, isListed: true },
      ...{ parent: undefined, content: list, source: `${CALLS_FOLDER}README.md` },
    },
    ...pages,
  ];
}
