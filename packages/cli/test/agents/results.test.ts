import { findPage } from '@titular/cli/commands/agents/documentation/find-page.ts';
import { resultOf } from '@titular/cli/commands/agents/tools/results.ts';
import { describe, expect, test } from 'vitest';

const done = (body: Record<string, unknown>) => resultOf({ kind: 'done', body });

describe('what an agent is shown', () => {
  test('has no member that is a secret, at whatever depth, and no query of an address (W17)', () => {
    const endpoint = { id: '1', url: 'https://shop.example/hook?key=s3cret#s3cret', secret: 's3cret' };
    const { structured, text } = done({ endpoints: [endpoint], link: 's3cret', token: 's3cret' });
    expect(structured).toEqual({ endpoints: [{ id: '1', url: 'https://shop.example/hook?…' }] });
    expect(text).not.toContain('s3cret');
    expect(done({ url: 'https://shop.example/hook' }).structured['url']).toBe('https://shop.example/hook');
  });

  test.each([
    ['a letter of the block of tags', 'a\u{e0041}b', 'a\\u{e0041}b'],
    ['a sign that turns the direction', 'a\u202eb', 'a\\u{202e}b'],
    ['a space without width', 'a\u200bb', 'a\\u{200b}b'],
    ['a control of the terminal', 'a\u009b2Jb', 'a\\u{9b}2Jb'],
    ['half of a sign', 'a\ud800b', 'a\\u{d800}b'],
    ['a selector of variants', 'a\u{e0100}b', 'a\\u{e0100}b'],
  ])(
    'shows %s in a text of a user, so that nothing is read that a person does not see (W17)',
    (_what, hidden, shown) => {
      const { structured, text } = done({ transactions: [{ orderNumber: hidden }], [hidden]: 1 });
      expect(structured).toEqual({ transactions: [{ orderNumber: shown }], [shown]: 1 });
      expect(text).not.toContain(hidden);
    },
  );

  test('keeps lines, tabs and letters of every language (W17)', () => {
    const texts = { response: 'one\n\ttwo', name: 'São Paulo 東京 नमस्ते 🙂' };
    expect(done(texts).structured).toEqual(texts);
  });

  test('tells in the text of a refusal, too, when to ask again and what to name to the operator (W17)', () => {
    const refusal = {
      code: '42900',
      message: 'Too many.',
      remedy: 'Wait.',
      retryAfterSeconds: 3,
      requestId: 'r1',
    };
    const { text, structured, isError } = resultOf({ kind: 'refused', refusal });
    expect([isError, structured]).toEqual([true, refusal]);
    expect(text).toBe('42900: Too many. Wait. Retry after 3 s. Request r1.');
  });
});

const PAGES = [
  { address: 'events.html', title: 'Events', chapter: 'Reference', text: '' },
  { address: 'webhooks.html', source: 'docs/webhooks.md', title: 'Webhooks', chapter: 'Guides', text: '' },
];

describe('the name of a page', () => {
  test.each([
    'webhooks',
    'webhooks.html',
    'docs/webhooks.md',
    './docs/webhooks',
    'Webhooks.MD',
    'webhooks.html#a',
  ])('%s leads to it (W17)', (named) => {
    expect(findPage(PAGES, named)?.address).toBe('webhooks.html');
  });

  test.each(['#a', '/', 'docs/', '.md', './', '../webhooks.html/..', 'docs/../events.html'])(
    '%s leads to none (W17)',
    (named) => {
      expect(findPage(PAGES, named)).toBeUndefined();
    },
  );
});
