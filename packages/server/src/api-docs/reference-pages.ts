import type { OpenApiDocument } from './document.ts';
import { type Html, html, renderProse, styleElement } from './html.ts';
import { anchorOf, type Chapter, chaptersOfCodes, chaptersOfContract } from './render-page.ts';

/** Address of the reference; its chapters lie below. */
export const REFERENCE_PATH = '/docs';

/** Address of a chapter of the contract. */
export const chapterPath = (title: string): string => `${REFERENCE_PATH}/${anchorOf(title)}`;

/** Short chapters show their links; the long lists of names and codes stay folded until they are asked for. */
const FOLDED_FROM = 16;

const idsIn = ({ markup }: Html): string[] => [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

/** Leads links within the contract to the page that has their target. */
const leadTo =
  (places: ReadonlyMap<string, string>) =>
  ({ markup }: Html): Html => ({
    markup: markup.replace(/href="#([^"]+)"/g, (whole, id: string) => {
      const path = places.get(id);
      return path === undefined ? whole : `href="${path}#${id}"`;
    }),
  });

/** The id that a link of a chapter leads to. */
const targetOf = ({ markup }: Html): string => /href="#([^"]+)"/.exec(markup)?.[1] ?? '';

type Reference = {
  document: OpenApiDocument;
  contract: readonly Chapter[];
  codes: readonly Chapter[];
  lead: (html: Html) => Html;
};

function readReference(document: OpenApiDocument, hasTry: boolean): Reference {
  const contract = chaptersOfContract(document, undefined, hasTry);
  const codes = chaptersOfCodes(document);
  const places = new Map([
    ...contract.flatMap(({ title, content }) =>
      idsIn(content).map((id) => [id, chapterPath(title)] as const),
    ),
    ...codes.flatMap(({ content }) => idsIn(content).map((id) => [id, REFERENCE_PATH] as const)),
  ]);
  return { document, contract, codes, lead: leadTo(places) };
}

function renderContents({ contract, codes, lead }: Reference): Html {
  const items = contract.map(({ title, links }) => {
    const head = html`<a class="chapter" href="${chapterPath(title)}">${title}</a>`;
    const list = html`<ul>${links.map((link) => html`<li>${lead(link)}</li>`)}</ul>`;
    if (links.length === 0) return html`<li>${head}</li>`;
    return links.length < FOLDED_FROM
      ? html`<li>${head}${list}</li>`
      : html`<li>${head}<details><summary>${links.length} entries</summary>${list}</details></li>`;
  });
  const others = codes.map(
    ({ title }) => html`<li><a class="chapter" href="${REFERENCE_PATH}#${anchorOf(title)}">${title}</a></li>`,
  );
  return html`<ul class="contents"><li><a class="chapter" href="${REFERENCE_PATH}">Start</a></li>${items}${others}</ul>`;
}

const renderStart = ({ info, servers }: OpenApiDocument): Html => html`<section id="start" class="start">
<p class="eyebrow">API reference, version ${info.version}</p>
<h1>${info.title}</h1>
<p class="question">${info.summary}</p>
${renderProse(info.description)}
<p class="links">${servers.map(({ url }) => html`Base address <code>${url}</code>`)}</p>
<p class="links"><a href="#error-codes">Error codes</a> <a href="#sub-codes-of-tokens">Sub-codes of tokens</a> <a href="/openapi.json">openapi.json</a> <a href="/llms.txt">llms.txt</a></p>
<p><strong>Commands.</strong> A click selects a whole command, so that it can be copied. They take the access token from <code>$TOKEN</code>: get one with <a href="${chapterPath('Access tokens')}#issueToken">a token request</a>, or as the guide <code>docs/guides/first-transaction.md</code> does. Further guides in <code>docs/guides</code>: tokens, webhooks, reuse, testing, mobile, going to production.</p>
</section>`;

/** What a chapter has, each under the id that it has there: links of before lead here, and one press leads on. */
const renderList =
  ({ lead }: Reference) =>
  ({ title, links }: Chapter): Html =>
    html`<section class="part" id="${anchorOf(title)}"><h2><a href="${chapterPath(title)}">${title}</a></h2><ul class="contents">${links.map(
      (link) => html`<li id="${targetOf(link)}">${lead(link)}</li>`,
    )}</ul></section>`;

const renderChapter =
  ({ lead }: Reference) =>
  ({ title, content }: Chapter): Html =>
    html`<section class="part" id="${anchorOf(title)}"><h2>${title}</h2>${lead(content)}</section>`;

function renderDocument(reference: Reference, title: string, css: string, main: Html): string {
  const contents = renderContents(reference);
  const name = reference.document.info.title;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${styleElement(css)}
</head>
<body>
<a class="skip" href="#main">Skip the contents</a>
<details class="menu" id="contents"><summary>${name}: contents</summary>${contents}</details>
<div class="layout">
<nav aria-label="Contents">${contents}</nav>
<main id="main">
${main}
</main>
</div>
<a class="up" href="#contents">Contents</a>
</body>
</html>
`;
  return page.markup;
}

/** The first page, and a page for each chapter of the contract by its name in the address. */
export type ReferencePages = { first: () => string; chapters: ReadonlyMap<string, () => string> };

/** The reference as pages without script: all their style stands in them, and they refer to nothing outside. */
export function referencePages(document: OpenApiDocument, css: string, hasTry = false): ReferencePages {
  const reference = readReference(document, hasTry);
  const { contract, codes } = reference;
  const { title: name } = document.info;
  const first = () =>
    renderDocument(
      ...([reference, `${name}: API reference`, css] as const),
      html`${renderStart(document)}${contract.map(renderList(reference))}${codes.map(renderChapter(reference))}`,
    );
  const chapters = contract.map((chapter): [string, () => string] => [
    anchorOf(chapter.title),
    () =>
      renderDocument(
        ...([reference, `${chapter.title}: ${name} API reference`, css] as const),
        html`<p class="eyebrow">${document.info.title}, version ${document.info.version}</p><h1><a href="${REFERENCE_PATH}">API reference</a></h1>${renderChapter(reference)(chapter)}`,
      ),
  ]);
  return { first, chapters: new Map(chapters) };
}
