import type { SessionView } from '@titular/contract/page';
import type { PreviewView } from '@titular/contract/page-preview';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sampleView } from '../src/preview/sample-view.ts';

const [ownPage, otherPage] = ['own-page', 'other-page'];
const [ownOrder, otherOrder] = ['own-order', 'other-order'];

const LOOKS = { companyName: 'Loja', brandColour: null, introduction: {}, scheme: 'light' } as PreviewView;

/** A tab that is loaded again: what its history entry keeps, and what the service answers for each page that is named; the newest is named by nothing. */
async function load(state: unknown, pages: Readonly<Record<string, Partial<SessionView>>>) {
  const asked: (string | null)[] = [];
  vi.resetModules();
  vi.stubGlobal('window', { history: { state } });
  vi.stubGlobal('fetch', (_path: string, { headers }: { headers: Record<string, string> }) => {
    const page = new Headers(headers).get('x-capture-page');
    asked.push(page);
    const view = pages[page ?? 'newest'];
    return Promise.resolve(
      view
        ? Response.json({ ...sampleView(LOOKS, null), ...view })
        : Response.json({ code: '40310', message: 'over' }, { status: 403 }),
    );
  });
  const { pageApi } = await import('../src/service/api.ts');
  const { pageState } = await import('../src/service/own-page.ts');
  const answer = await pageApi.openSession({ kind: 'session' });
  return { answer, asked, kept: pageState() };
}

afterEach(() => vi.unstubAllGlobals());

const own = { pageId: ownPage, transactionId: ownOrder };
const other = { pageId: otherPage, transactionId: otherOrder };

describe('a tab that is loaded again (R58)', () => {
  test('asks for its own page, whichever the browser opened last, and keeps its name without a secret', async () => {
    const { answer, asked, kept } = await load(own, { [ownPage]: own, newest: other });
    expect(answer).toMatchObject({ kind: 'ok', value: own });
    expect([asked, kept]).toEqual([[ownPage], own]);
  });

  test('follows a page that took the place of its own for the same request', async () => {
    const renewed = { pageId: otherPage, transactionId: ownOrder };
    const { answer, kept } = await load(own, { newest: renewed });
    expect(answer).toMatchObject({ kind: 'ok', value: renewed });
    expect(kept).toEqual(renewed);
  });

  test('shows no other request where its own page is over', async () => {
    const { answer, kept } = await load(own, { newest: other });
    expect(answer).toMatchObject({ kind: 'refused', code: '40310' });
    expect(kept).toEqual(own);
  });

  test.each([null, { pageLoad: 'x' }, { pageId: 7, transactionId: ownOrder }])(
    'with nothing of its own in the history (%o) takes the page that was opened last',
    async (state) => {
      const { answer, asked } = await load(state, { newest: other });
      expect(answer).toMatchObject({ kind: 'ok', value: other });
      expect(asked).toEqual([null]);
    },
  );
});
