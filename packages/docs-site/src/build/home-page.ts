import { escapeHtml } from './html.ts';
import { CHAPTERS, PORTUGUESE } from './navigation.ts';
import { linkTo, type Page } from './page.ts';
import { langOf } from './translations.ts';

const ADDRESS = 'index.html';

const idOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-');

/** The first page: what titular answers, and each chapter with its pages. */
export function homePage(pages: readonly Page[], tagline: string): Page {
  const cards = CHAPTERS.map(({ title, lead, language = 'en' }) => {
    const items = pages
      .filter(({ chapter, isListed }) => chapter === title && isListed)
      .map((page) => `<li><a href="${linkTo(ADDRESS, page.address)}">${escapeHtml(page.title)}</a></li>`);
    return `<section${langOf(language, 'en')}><h2 id="${idOf(title)}">${title}</h2><p>${lead}</p><ul>${items.join('')}</ul></section>`;
  });
  return {
    ...{ address: ADDRESS, title: 'Documentation', holds: tagline, chapter: '', source: undefined },
    ...{ isListed: false, parent: undefined },
    content: `<h1 id="documentation">Documentation</h1>
<p class="lead">${escapeHtml(tagline)}</p>
<p lang="pt-BR"><a href="#${idOf(PORTUGUESE)}">Guias em português</a></p>
<div class="cards">${cards.join('\n')}</div>
<p>For programs: <a href="llms.txt">llms.txt</a>, <a href="openapi.json">OpenAPI 3.1</a>.</p>`,
  };
}
