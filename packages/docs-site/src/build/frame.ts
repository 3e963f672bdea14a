import { escapeHtml, textOf } from './html.ts';
import { CHAPTERS } from './navigation.ts';
import { linkTo, type Page } from './page.ts';

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
  CHAPTERS.map(({ title }) => {
    const items = pagesOf(title, pages).map((page) => renderItem(page, at, pages));
    return `<details${title === at.chapter ? ' open' : ''}><summary>${title}</summary><ul>${items.join('')}</ul></details>`;
  }).join('\n');

function renderContents({ content, chapter }: Page): string {
  if (chapter === '') return '';
  const headings = [...content.matchAll(/<h2[^>]*><a\b[^>]*href="#([^"]+)"[^>]*>([\s\S]*?)<\/a><\/h2>/g)];
  if (headings.length < MIN_HEADINGS) return '';
  const items = headings.map(
    ([, id = '', words = '']) => `<li><a href="#${id}">${escapeHtml(textOf(words))}</a></li>`,
  );
  return `<details class="contents"><summary>On this page</summary><ul>${items.join('')}</ul></details>
<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav>`;
}

/** Links to the page before and after in reading order, and where the page's Markdown is. */
function renderFoot(at: Page, pages: readonly Page[]): string {
  const place = pages.findIndex(({ address }) => address === at.address);
  const link = (page: Page | undefined, rel: 'prev' | 'next'): string =>
    page
      ? `<a rel="${rel}" href="${linkTo(at.address, page.address)}"><span>${rel === 'prev' ? 'Previous' : 'Next'}</span> ${escapeHtml(page.title)}</a>`
      : '<span></span>';
  const source = at.source ? `<p>This page is <code>${at.source}</code> in the repository.</p>` : '';
  const around =
    place < 0
      ? ''
      : `<div class="around">${link(pages[place - 1], 'prev')}${link(pages[place + 1], 'next')}</div>`;
  return `<footer>${around}${source}</footer>`;
}

const renderHeader = (at: Page, { version, index }: Frame): string => `<header>
<a class="brand" href="${linkTo(at.address, 'index.html')}">titular</a> <span class="version">${version}</span>
<a class="menu" href="#navigation">Menu</a>
<form class="search" role="search" data-index="${linkTo(at.address, index)}" data-root="${linkTo(at.address, 'index.html').replace(/index\.html$/, '')}">
<input type="search" id="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off" spellcheck="false" maxlength="100">
<p role="status"></p>
<ol></ol>
</form>
<button type="button" class="theme" aria-pressed="false">Dark</button>
</header>`;

/** A whole document. It can be read without a script: the header's search and switch are shown by the script that serves them. */
export function renderDocument(at: Page, pages: readonly Page[], frame: Frame): string {
  const asset = (address: string): string => linkTo(at.address, address);
  const title = at.address === 'index.html' ? 'titular: documentation' : `${at.title} - titular`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${escapeHtml(PAGE_POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(at.holds)}">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${asset(frame.icon)}">
<link rel="stylesheet" href="${asset(frame.style)}">
<script src="${asset(frame.theme)}"></script>
<script type="module" src="${asset(frame.script)}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${renderHeader(at, frame)}
<div class="layout">
<main id="content" tabindex="-1">
${renderContents(at)}
<article>
${at.content}
</article>
${renderFoot(at, pages)}
</main>
<nav id="navigation" class="side" aria-label="Documentation">
${renderNavigation(at, pages)}
</nav>
</div>
</body>
</html>
`;
}
