import { describe, expect, test } from 'vitest';
import { linkTo } from '../src/build/page.ts';
import { renderMarkdown, titleOf } from '../src/build/render-markdown.ts';

const TITLES = new Map([
  ['docs/errors.md', 'Errors'],
  ['docs/guides/tokens.md', 'Tokens'],
  ['docs/operations/runbooks/README.md', 'Runbooks'],
]);
const render = (markdown: string): string => renderMarkdown('docs/guides/tokens.md', markdown, TITLES);

describe('a Markdown file', () => {
  test('links to pages of the site relatively, by their titles where the repository names the file', () => {
    expect(render('[errors.md](../errors.md#codes)')).toContain('<a href="../errors.html#codes">Errors</a>');
    expect(render('[what to do](../errors.md)')).toContain('<a href="../errors.html">what to do</a>');
    expect(render('[runbooks](../operations/runbooks)')).toContain(
      'href="../operations/runbooks/index.html"',
    );
    expect(render('[API](../openapi.json)')).toContain('href="../openapi.json"');
  });

  test('shows the name of a file that the site does not have, without a link', () => {
    expect(render('[shop](../../examples/shop/src/shop.ts)')).toContain('<span class="file">shop</span>');
  });

  test('shows a picture that the site carries, and of any other its words', () => {
    const picture = render('![Three screens](../pictures/first-transaction.webp)');
    expect(picture).toContain(
      '<img class="picture" src="../pictures/first-transaction.webp" alt="Three screens">',
    );
    expect(render('![Else "where"](https://pictures.example/a.png)')).toContain(
      '<p>Else &quot;where&quot;</p>',
    );
  });

  test('gives headings the anchors that the repository knows, each once', () => {
    const markup = render('# What `now`?\n\n## Codes\n\n## Codes\n');
    for (const id of ['what-now', 'codes', 'codes-1']) expect(markup).toContain(`id="${id}"`);
  });

  test('gives rows that begin with one name its anchor, unless a heading has it', () => {
    const table = '| A | B |\n| --- | --- |\n| `40002` | x |\n| `codes` | y |\n| two `words` | z |\n';
    const markup = render(`## codes\n\n${table}`);
    expect(markup.match(/<tr id="[^"]*"/g)).toEqual(['<tr id="40002"']);
  });

  test('has no header of a column or row that says nothing', () => {
    const markup = render('| | Signed |\n| --- | --- |\n| Grant | x |\n');
    expect(markup).toContain('<thead><tr><td></td><th scope="col">Signed</th></tr></thead>');
  });

  test('shows code as it is written, whatever it holds', () => {
    const markup = render('```html values\n<script>alert("{{ x }}")</script>\n```\n');
    expect(markup).toContain('&lt;script&gt;alert(&quot;{{ x }}&quot;)&lt;/script&gt;');
    expect(markup).toContain('aria-label="Example in html"');
  });

  test('has its first heading as title', () => {
    expect(titleOf('a.md', 'x\n# The `titular` program\n## Two')).toBe('The titular program');
    expect(titleOf('a.md', 'no heading')).toBe('a.md');
  });
});

test('a link leads from one address to another wherever the site lies', () => {
  expect(linkTo('index.html', 'guides/tokens.html')).toBe('guides/tokens.html');
  expect(linkTo('guides/tokens.html', 'index.html')).toBe('../index.html');
  expect(linkTo('operations/runbooks/index.html', 'operations/backup.html#a')).toBe('../backup.html#a');
  expect(linkTo('guides/tokens.html', 'guides/tokens.html#a')).toBe('#a');
  expect(linkTo('guides/tokens.html', 'guides/webhooks.html')).toBe('webhooks.html');
});
