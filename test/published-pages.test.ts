import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PUBLISHED } from '../scripts/release/packages.ts';
import { publishPage } from '../scripts/release/published-pages.ts';

const REPOSITORY = 'https://git.bank.example/titular';
const place = { folder: 'packages/a', version: '0.2.0' };

/** Links of a page that lead to another file beside it, code left out. */
const relativeLinks = (page: string): string[] =>
  [...page.replace(/^```[\s\S]*?^```/gm, '').matchAll(/\]\((?!https?:|mailto:|#)[^)]*\)/g)].map(
    ([link]) => link,
  );

describe('a page of a package', () => {
  const page = [
    'See [the `store`](../../docs/a.md#store), [here](#here) and [npm](https://npm.example).',
    '![Steps](b.png) `[x](y.md)`',
    '```js\nlist[0](c.md);\n```',
  ].join('\n');

  test('leads into the repository at the tag of the version, and code stays as it is', () => {
    const [first, second, ...code] = publishPage(page, { ...place, repository: REPOSITORY }).split('\n');
    expect(first).toBe(
      `See [the \`store\`](${REPOSITORY}/blob/v0.2.0/docs/a.md#store), [here](#here) and [npm](https://npm.example).`,
    );
    expect(second).toBe(`![Steps](${REPOSITORY}/raw/v0.2.0/packages/a/b.png) \`[x](y.md)\``);
    expect(code).toEqual(['```js', 'list[0](c.md);', '```']);
  });

  test('keeps the words of a link where no repository is named', () => {
    const [first, second] = publishPage(page, { ...place, repository: undefined }).split('\n');
    expect(first).toBe('See the `store`, [here](#here) and [npm](https://npm.example).');
    expect(second).toBe('Steps `[x](y.md)`');
  });

  const pages = PUBLISHED.filter(({ form }) => form !== 'program').flatMap(({ folder, changelog }) => [
    { file: join(folder, 'README.md'), folder },
    { file: changelog, folder },
  ]);
  test.each(pages)('has no link into a tree that its readers do not have: $file', ({ file, folder }) => {
    const text = readFileSync(file, 'utf8');
    for (const repository of [REPOSITORY, undefined])
      expect(relativeLinks(publishPage(text, { folder, version: '0.2.0', repository }))).toEqual([]);
  });

  test.each([
    ['packages/client/README.md', 'npm install @titular/client'],
    ['packages/web-sdk/README.md', 'npm install @titular/web-sdk'],
    ['packages/create-titular/README.md', 'npm create titular@latest'],
    ['clients/python/README.md', 'pip install titular'],
    ['README.md', 'npx titular serve'],
  ])('says how the release is installed, which has no clone beside it: %s', (file, command) => {
    expect(readFileSync(file, 'utf8')).toContain(command);
  });
});
