import type { SessionView } from '@titular/contract/page';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { findShownPage } from '../src/flow/page-load.ts';
import type { ApiAnswer } from '../src/service/api.ts';
import { createOwnPage } from '../src/service/own-page.ts';

type Shown = Pick<SessionView, 'pageId' | 'transactionId'>;

const own: Shown = { pageId: 'own-page', transactionId: 'own-order' };
const other: Shown = { pageId: 'other-page', transactionId: 'other-order' };
const over: ApiAnswer<SessionView> = { kind: 'refused', status: 403, code: '40310' };

/** A tab that is loaded again: what its history entry keeps, and what the service shows of each page that is named; the newest one where none is. */
async function load(state: unknown, pages: Readonly<Record<string, Shown>>) {
  vi.stubGlobal('window', { history: { state } });
  const asked: string[] = [];
  const page = createOwnPage(findShownPage);
  const read = async (): Promise<ApiAnswer<SessionView>> => {
    const named = page.headers()['x-capture-page'] ?? 'newest';
    asked.push(named);
    const view = pages[named];
    return view ? { kind: 'ok', value: page.note(view as SessionView) } : over;
  };
  return { answer: await page.read(read), asked, kept: page.state() };
}

afterEach(() => vi.unstubAllGlobals());

describe('a tab that is loaded again (R58)', () => {
  test('asks for its own page, whichever the browser opened last, and goes on keeping its name', async () => {
    const { answer, asked, kept } = await load(own, { 'own-page': own, newest: other });
    expect(answer).toMatchObject({ kind: 'ok', value: own });
    expect([asked, kept]).toEqual([['own-page'], own]);
  });

  test('follows a page that took the place of its own for the same request', async () => {
    const renewed = { ...other, transactionId: own.transactionId };
    const { answer, kept } = await load(own, { newest: renewed });
    expect(answer).toMatchObject({ kind: 'ok', value: renewed });
    expect(kept).toEqual(renewed);
  });

  test('shows no other request where its own page is over', async () => {
    const { answer, kept } = await load(own, { newest: other });
    expect(answer).toEqual(over);
    expect(kept).toEqual(own);
  });

  test.each([null, { pageLoad: 'x' }, { pageId: 7, transactionId: 'own-order' }])(
    'with nothing of its own in the history (%o) takes the page that was opened last',
    async (state) => {
      const { answer, asked } = await load(state, { newest: other });
      expect(answer).toMatchObject({ kind: 'ok', value: other });
      expect(asked).toEqual(['newest']);
    },
  );
});
