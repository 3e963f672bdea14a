import { CIRCLE } from '@titular/test-kit/client-cases/answer-cases.ts';
import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { expect, test } from 'vitest';
import type { DrivenClient } from './driven-client.ts';

/** How every client goes through lists. */
export function holdPages(drive: DrivenClient): void {
  test('pages go on to the end of a list, and of the log of events, by the names that each has', async () => {
    const service = await startScripted();
    const page = (body: object) => ({ status: 200, body });
    service.script.push(page({ transactions: [], nextCursor: 'b' }), page({ transactions: [] }));
    service.script.push(page({ events: [{}], cursor: 'c', hasMore: true }));
    service.script.push(page({ events: [{}], cursor: 'd', hasMore: false }));
    service.script.push(page({ events: [], cursor: 'e', hasMore: true }));
    const { results } = await drive({
      url: service.url,
      credentials: { clientId: 'shop', clientSecret: 'secret' },
      calls: [
        { method: 'listTransactions', pages: true, options: { status: 'approved' } },
        { method: 'listEvents', pages: true, options: { after: 'a', limit: 1 } },
        { method: 'listEvents', pages: true, options: { after: 'e' } },
      ],
    });
    const asked = service.seen.map(({ path }) => path.split('?')[1]);
    const ofEvents = ['limit=1&after=a', 'limit=1&after=c', 'after=e'];
    const parsed = (query = '') => Object.fromEntries(new URLSearchParams(query));
    expect(asked.map(parsed)).toEqual(
      ['status=approved', 'status=approved&cursor=b', ...ofEvents].map(parsed),
    );
    expect(results.map(({ value }) => (value as object[] | undefined)?.length)).toEqual([2, 2, undefined]);
    // A page that leads to itself would never end.
    expect(results[2]?.error).toMatchObject({ kind: 'network', code: 'BROKEN_ANSWER' });
  });

  test('pages that lead in a circle end with an error, and a long list that does not has all of its pages', async () => {
    const service = await startScripted();
    const pages = (places: readonly (string | undefined)[]) =>
      places.map((nextCursor) => ({ status: 200, body: { transactions: [], nextCursor } }));
    const list = { method: 'listTransactions', pages: true };
    const job = {
      url: service.url,
      credentials: { clientId: 'shop', clientSecret: 'secret' },
      calls: [list],
    };
    service.script.push(...pages(CIRCLE));
    const { results } = await drive(job);
    expect(results[0]?.error).toMatchObject({ kind: 'network', code: 'BROKEN_ANSWER' });
    expect(service.seen.length).toBeLessThan(CIRCLE.length);
    service.script.length = 0;
    const long = Array.from({ length: 40 }, (_, at) => `place-${at}`);
    service.script.push(...pages([...long, undefined]));
    expect((await drive(job)).results[0]?.value).toHaveLength(long.length + 1);
  });
}
