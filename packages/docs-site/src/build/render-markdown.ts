import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { type Language, languageOf } from '../browser/languages.ts';
import { addressOf, CARRIED } from './addresses.ts';
import { FRAME_WORDS } from './frame-words.ts';
import { escapeHtml } from './html.ts';
import { linkTo } from './page.ts';

/** The title of each Markdown file of the site, by its path in the repository. */
export type Titles = ReadonlyMap<string, string>;

/** The name that a heading is linked by: its words in small letters, joined by hyphens, as the repository's host does. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Gives each name once: the second of one kind ends with `-1`. */
function createNames(): { claim(name: string): string; has(name: string): boolean } {
  const given = new Set<string>();
  return {
    has: (name) => given.has(name),
    claim(name) {
      let free = name;
      for (let count = 1; given.has(free); count++) free = `${name}-${count}`;
      given.add(free);
      return free;
    },
  };
}

const isOutside = (href: string): boolean => /^[a-z]+:/i.test(href);

type Link = { address: string; title: string | undefined; language: Language };

/** Where a link of a Markdown file leads in the site; undefined for files that the site does not have. */
function resolveLink(source: string, href: string, titles: Titles): Link | undefined {
  if (href.startsWith('#'))
    return { address: href, title: undefined, language: languageOf(addressOf(source)) };
  const [path = '', anchor] = href.split('#');
  const named = posix.normalize(posix.join(posix.dirname(source), path)).replace(/\/$/, '');
  const target = titles.has(named) ? named : `${named}/README.md`;
  const title = titles.get(target);
  const address = title === undefined ? CARRIED[named] : addressOf(target);
  if (address === undefined) return undefined;
  return {
    address: linkTo(addressOf(source), anchor === undefined ? address : `${address}#${anchor}`),
    title,
    language: languageOf(address),
  };
}

const FILE_NAME = /^(?:<code>)?[\w./-]+\.md(?:<\/code>)?$/;

const IS_CODE = /^<code>([\w.:-]{2,60})<\/code>$/;

/** A row whose first cell is one code, a setting or another name can be linked by that name. */
function anchorRow(row: string, cells: readonly string[], names: ReturnType<typeof createNames>): string {
  const name = IS_CODE.exec(cells[0] ?? '')?.[1];
  if (name === undefined || names.has(name)) return `<tr>${row}</tr>\n`;
  return `<tr id="${names.claim(name)}">${row}</tr>\n`;
}

const renderCode = ({ text, lang }: Tokens.Code, page: Language): string => {
  const language = lang?.split(/\s/)[0];
  const { example, exampleIn } = FRAME_WORDS[page];
  const label = escapeHtml(language ? exampleIn(language) : example);
  const own = language && /^[a-z]+$/.test(language) ? ` class="in-${language}"` : '';
  return `<div class="snippet"><pre tabindex="0" role="group" aria-label="${label}"><code${own}>${escapeHtml(text)}\n</code></pre></div>\n`;
};

/** The title of a Markdown file: its first heading. */
export const titleOf = (source: string, markdown: string): string =>
  /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? source;

/** Renders a Markdown file: headings and rows of named things get anchors, links lead within the site. */
export function renderMarkdown(source: string, markdown: string, titles: Titles): string {
  const names = createNames();
  const own = languageOf(addressOf(source));
  const marked = new Marked({ gfm: true });
  // Headings have the first choice of names, so that links that the repository knows lead to them.
  const tokens = marked.lexer(markdown);
  const slugs = new Map<Tokens.Heading, string>();
  marked.walkTokens(tokens, (token) => {
    if (token.type === 'heading')
      slugs.set(token as Tokens.Heading, names.claim(slugOf(plainOf(token as Tokens.Heading))));
  });
  marked.use({
    renderer: {
      code: (token) => renderCode(token, own),
      // Comments are for those who write the page.
      html: ({ text }) => (text.startsWith('<!--') ? '' : text),
      heading(token) {
        const inner = this.parser.parseInline(token.tokens);
        const slug = escapeHtml(slugs.get(token) ?? '');
        return `<h${token.depth} id="${slug}"><a class="anchor" href="#${slug}">${inner.replace(/<\/?a\b[^>]*>/g, '')}</a></h${token.depth}>\n`;
      },
      link({ href, tokens: inner }) {
        const text = this.parser.parseInline(inner);
        if (isOutside(href)) return `<a href="${escapeHtml(href)}" rel="noreferrer">${text}</a>`;
        const target = resolveLink(source, href, titles);
        if (target === undefined) return `<span class="file">${text}</span>`;
        // In the repository a link to a page may be its file name; here it is the title.
        const { title, language } = target;
        const isTitle = title !== undefined && FILE_NAME.test(text);
        const words = isTitle ? escapeHtml(title) : text;
        const other =
          language === own ? '' : `${isTitle ? ` lang="${language}"` : ''} hreflang="${language}"`;
        return `<a href="${escapeHtml(target.address)}"${other}>${words}</a>`;
      },
      image({ href, text }) {
        const picture = resolveLink(source, href, titles);
        return picture === undefined
          ? escapeHtml(text)
          : `<img class="picture" src="${escapeHtml(picture.address)}" alt="${escapeHtml(text)}">`;
      },
      table({ header, rows }) {
        const cellsOf = (cells: readonly Tokens.TableCell[]): string[] =>
          cells.map(({ tokens: inner }) => this.parser.parseInline(inner));
        const head = cellsOf(header).map((cell) =>
          cell === '' ? '<td></td>' : `<th scope="col">${cell}</th>`,
        );
        const body = rows.map((row) => {
          const cells = cellsOf(row);
          return anchorRow(cells.map((cell) => `<td>${cell}</td>`).join(''), cells, names);
        });
        return `<div class="table" tabindex="0" role="group" aria-label="${FRAME_WORDS[own].table}"><table><thead><tr>${head.join('')}</tr></thead><tbody>\n${body.join('')}</tbody></table></div>\n`;
      },
    },
  });
  return marked.parser(tokens);
}

/** Words of a heading as a reader sees them, without marks of emphasis and code. */
function plainOf({ tokens }: Tokens.Heading): string {
  const plain = (list: readonly Tokens.Generic[]): string =>
    list.map((token) => (token.tokens ? plain(token.tokens) : (token['text'] ?? token.raw))).join('');
  return plain(tokens as Tokens.Generic[]);
}
