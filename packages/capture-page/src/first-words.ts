import type { PageLanguage } from '@titular/contract/page';
import { dictionaries } from './i18n/all-languages.ts';
import { languageFacts } from './i18n/choose-language.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Writes the loading screen into the built document, so that a slow line shows words before any script has come; the script draws the same. A script that never comes leaves a way to load again. `texts` is the path of the language's file, which is fetched beside the script. */
export function writeFirstWords(html: string, language: PageLanguage, texts: string): string {
  const { tag, direction } = languageFacts[language];
  const { documentTitle, headerLabel, loadingTitle, loadingText, loadingLate } = dictionaries[language];
  const [title, label, text] = [loadingTitle, headerLabel, loadingText].map(escaped);
  const screen =
    `<header class="header"><div class="brand"><span class="header-label">${label}</span></div></header>` +
    '<main class="main"><section class="screen screen-message" data-screen="loading">' +
    `<div class="spinner" aria-hidden="true"></div><h1 class="title">${title}</h1><p class="text">${text}</p>` +
    `<p class="late"><a class="late-link" href="">${escaped(loadingLate)}</a></p></section></main>`;
  const written = html
    .replace('<html lang="en" dir="ltr">', `<html lang="${tag}" dir="${direction}">`)
    .replace('<title>titular</title>', `<title>${title} · ${escaped(documentTitle)}</title>`)
    .replace('</head>', `  <link rel="modulepreload" href="${texts}">\n</head>`)
    .replace('<div id="app"></div>', `<div id="app">${screen}</div>`);
  if (written.includes('<title>titular</title>') || !written.includes(screen))
    throw new Error('the document has no place for its first words');
  return written;
}
