/** Markup that is safe to send: made from templates of ours, with every text in it escaped. */
export type Html = { readonly markup: string };

type Part = string | number | Html | readonly Html[] | undefined;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

function toMarkup(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part));
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

/** Joins a template's own markup with texts, which are escaped, and markup made the same way, which is not. */
export const html = (template: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: template.map((text, index) => text + toMarkup(parts[index])).join(''),
});

/** A style sheet as the content of a style element, which takes no escapes: a text that could end the element is a fault. */
export function styleElement(css: string): Html {
  if (css.includes('</')) throw new Error('the style sheet would end its element');
  return { markup: `<style>${css}</style>` };
}

/** Renders the marks within one line: code, strong and emphasised words. */
export function renderInline(text: string): Html[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)/).map((piece) => {
    if (/^`.+`$/s.test(piece)) return html`<code>${piece.slice(1, -1)}</code>`;
    if (/^\*\*.+\*\*$/s.test(piece)) return html`<strong>${piece.slice(2, -2)}</strong>`;
    if (/^\*.+\*$/s.test(piece)) return html`<em>${piece.slice(1, -1)}</em>`;
    return html`${piece}`;
  });
}

function renderBlock(block: string): Html {
  const lines = block.split('\n');
  const items = lines.filter((line) => line.startsWith('- '));
  const text = lines.filter((line) => !line.startsWith('- ')).join(' ');
  const list = html`<ul>${items.map((item) => html`<li>${renderInline(item.slice(2))}</li>`)}</ul>`;
  return html`${text ? html`<p>${renderInline(text)}</p>` : undefined}${items.length > 0 ? list : undefined}`;
}

/** The Markdown that descriptions use: paragraphs, lists with dashes, code, strong and emphasised words. */
export const renderProse = (text = ''): Html => html`${text.split('\n\n').map(renderBlock)}`;
