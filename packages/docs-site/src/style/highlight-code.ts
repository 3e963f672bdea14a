import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import { unescapeHtml } from '../build/html.ts';

/** Languages by the names that code has on the pages; what is in another stays as it is. */
const LANGUAGES = {
  bash,
  go,
  java,
  js: typescript,
  json,
  kotlin,
  php,
  python,
  sh: bash,
  sql,
  swift,
  ts: typescript,
};
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** The classes that the style sheet has colours for, by what the library calls a piece; other pieces are left plain. */
const CLASSES: Readonly<Record<string, string>> = {
  ...{ comment: 'c', string: 's', regexp: 's', number: 'n', literal: 'n' },
  ...{ keyword: 'k', built_in: 'f', type: 'f', title: 'f', variable: 'a', attr: 'a', property: 'a' },
};

/** Writes classes and quotes short and leaves out what has no colour: a page has thousands of pieces. */
function shorten(markup: string): string {
  const open: boolean[] = [];
  const short = markup.replaceAll('&#x27;', "'").replaceAll('&quot;', '"');
  return short.replace(/<span class="hljs-([a-z_]+)[^"]*">|<\/span>/g, (_whole, kind?: string) => {
    if (kind === undefined) return open.pop() ? '</span>' : '';
    const known = CLASSES[kind];
    open.push(known !== undefined);
    return known === undefined ? '' : `<span class="${known}">`;
  });
}

/** Requests and answers of the reference, which the service shows as well. */
const SHOWN = /(<pre class="(command|answer)"[^>]*><code)>/g;

const CODE = /<code class="in-([a-z]+)">([^<]*)<\/code>/g;

/** Colours the code of a page by its language. Texts for search and for programs are taken before. */
export const highlightCode = (page: string): string =>
  page
    .replace(SHOWN, (_whole, start, kind) => `${start} class="in-${kind === 'command' ? 'bash' : 'json'}">`)
    .replace(CODE, (whole, language: string, code: string) => {
      if (!Object.hasOwn(LANGUAGES, language)) return whole;
      const { value } = hljs.highlight(unescapeHtml(code), { language, ignoreIllegals: true });
      return `<code>${shorten(value)}</code>`;
    });
