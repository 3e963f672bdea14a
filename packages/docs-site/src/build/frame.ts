import { languageOf } from '../browser/languages.ts';
import { FRAME_WORDS, type FrameWords } from './frame-words.ts';
import { escapeHtml, textOf } from './html.ts';
import { CHAPTERS } from './navigation.ts';
import { linkTo, type Page } from './page.ts';
import { langOf, renderAlternates, renderLanguageLink } from './translations.ts';

/** What every page of one build has in common: addresses of its assets, and the release it describes. */
export type Frame = {
  version: string;
  style: string;
  icon: string;
  theme: string;
  script: string;
  index: string;
};

/** Nothing from elsewhere, nothing inline, and no text that becomes markup; it holds for the files on any host. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const wordsOf = ({ address }: Page): FrameWords => FRAME_WORDS[languageOf(address)];

/** Headings that the page's own contents name; fewer than three need none. */
const MIN_HEADINGS = 3;

/** Pages below another that the side bar names; more are in its list alone. */
const MAX_MEMBERS = 20;

const pagesOf = (chapter: string, pages: readonly Page[]): Page[] =>
  pages.filter((page) => page.chapter === chapter && page.isListed);

function renderItem(page: Page, at: Page, pages: readonly Page[]): string {
  const current = page.address === at.address ? ' aria-current="page"' : '';
  const isOpen = page.address === at.address || page.address === at.parent;
  const members = isOpen ? pages.filter(({ parent }) => parent === page.address) : [];
  const below = members.length > MAX_MEMBERS ? [] : members;
  const list = below.length > 0 ? `<ul>${below.map((one) => renderItem(one, at, [])).join('')}</ul>` : '';
  return `<li><a href="${linkTo(at.address, page.address)}"${current}>${escapeHtml(page.title)}</a>${list}</li>`;
}

/** The side bar: every chapter with its pages; that of the page at hand is open. */
const renderNavigation = (at: Page, pages: readonly Page[]): string =>
  CHAPTERS.map(({ title, language }) => {
    const items = pagesOf(title, pages).map((page) => renderItem(page, at, pages));
    const lang = langOf(language ?? 'en', languageOf(at.address));
    return `<details${lang}${title === at.chapter ? ' open' : ''}><summary>${title}</summary><ul>${items.join('')}</ul></details>`;
  }).join('\n');

function renderContents(at: Page): string {
  const { content, chapter } = at;
  if (chapter === '') return '';
  const headings = [...content.matchAll(/<h2[^>]*><a\b[^>]*href="#([^"]+)"[^>]*>([\s\S]*?)<\/a><\/h2>/g)];
  if (headings.length < MIN_HEADINGS) return '';
  const items = headings.map(
    ([, id = '', words = '']) => `<li><a href="#${id}">${escapeHtml(textOf(words))}</a></li>`,
  );
  const { onThisPage } = wordsOf(at);
  return `<details class="contents"><summary>${onThisPage}</summary><ul>${items.join('')}</ul></details>
<nav class="contents" aria-label="${onThisPage}"><p>${onThisPage}</p><ul>${items.join('')}</ul></nav>`;
}

/** Links to the page before and after in reading order and of the same language, and where the page's Markdown is. */
function renderFoot(at: Page, pages: readonly Page[]): string {
  const words = wordsOf(at);
  const inOrder = pages.filter(({ address }) => languageOf(address) === languageOf(at.address));
  const place = inOrder.findIndex(({ address }) => address === at.address);
  const link = (page: Page | undefined, rel: 'prev' | 'next'): string =>
    page
      ? `<a rel="${rel}" href="${linkTo(at.address, page.address)}"><span>${rel === 'prev' ? words.previous : words.next}</span> ${escapeHtml(page.title)}</a>`
      : '<span></span>';
  const source = at.source ? `<p>${words.isSource(`<code>${at.source}</code>`)}</p>` : '';
  const around =
    place < 0
      ? ''
      : `<div class="around">${link(inOrder[place - 1], 'prev')}${link(inOrder[place + 1], 'next')}</div>`;
  return `<footer>${around}${source}</footer>`;
}

const renderHeader = (at: Page, { version, index }: Frame): string => {
  const words = wordsOf(at);
  return `<header>
<a class="brand" href="${linkTo(at.address, 'index.html')}">titular</a> <span class="version">${version}</span>
<a class="menu" href="#navigation">${words.menu}</a>
<form class="search" role="search" data-index="${linkTo(at.address, index)}" data-root="${linkTo(at.address, 'index.html').replace(/index\.html$/, '')}">
<input type="search" id="search" aria-label="${words.searchLabel}" placeholder="${words.search}" autocomplete="off" spellcheck="false" maxlength="100">
<p role="status"></p>
<ol></ol>
</form>
<button type="button" class="theme" aria-pressed="false">${words.dark}</button>
</header>`;
};

/** A whole document. It can be read without a script: the header's search and switch are shown by the script that serves them. */
export function renderDocument(at: Page, pages: readonly Page[], frame: Frame): string {
  const asset = (address: string): string => linkTo(at.address, address);
  const title = at.address === 'index.html' ? 'titular: documentation' : `${at.title} - titular`;
  const words = wordsOf(at);
  return `<!doctype html>
<html lang="${languageOf(at.address)}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${escapeHtml(PAGE_POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(at.holds)}">
<title>${escapeHtml(title)}</title>
${renderAlternates(at, pages)}<link rel="icon" href="${asset(frame.icon)}">
<link rel="stylesheet" href="${asset(frame.style)}">
<script src="${asset(frame.theme)}"></script>
<script type="module" src="${asset(frame.script)}"></script>
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
${renderHeader(at, frame)}
<div class="layout">
<main id="content" tabindex="-1">
${renderContents(at)}
<article>
${renderLanguageLink(at, pages)}${at.content}
</article>
${renderFoot(at, pages)}
</main>
<nav id="navigation" class="side" aria-label="${words.documentation}">
${renderNavigation(at, pages)}
</nav>
</div>
</body>
</html>
`;
}
