import { once } from 'node:events';
import { connect } from 'node:net';
import { rateLimited } from '@titular/server/kernel/http/admission/rate-limited.ts';
import { ALIKE_MS } from '@titular/server/kernel/http/overload/full-callers.ts';
import { requestsShed } from '@titular/server/kernel/http/overload/overload-metrics.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GOOD, type Held, startHeld } from './held-server.ts';

const PLACES = 12;
const ONE = `${GOOD}/0195a1d2-7c3e-7000-8000-000000000001`;
const ANOTHER = `${GOOD}/0195a1d2-7c3e-7000-8000-000000000002?look=twice`;

let held: Held;
beforeEach(async () => {
  held = await startHeld({ concurrency: PLACES, least: 1_000 });
});
afterEach(() => held.close());

const ask = (path = GOOD, token = 'loud', headers = {}): ReturnType<Held['ask']> =>
  held.ask('GET', path, { authorization: `Bearer ${token}`, ...headers });

/** How many tokens were checked for what is done. */
async function readsOf(work: () => Promise<unknown>): Promise<number> {
  const before = held.checked();
  await work();
  return held.checked() - before;
}

const sumOf = async ({ prom }: typeof requestsShed | typeof rateLimited): Promise<number> =>
  (await prom.get()).values.reduce((total, { value }) => total + value, 0);

describe('a tenant that has all its places, in a process that keeps up (R69, R70)', () => {
  test('is refused unread once one call like it was, in the same words and with the same headers', async () => {
    await held.fill('loud', PLACES);
    const read = await ask();
    const [shed, limited] = [await sumOf(requestsShed), await sumOf(rateLimited)];
    let unread = read;
    expect(
      await readsOf(async () => {
        unread = await ask();
      }),
    ).toBe(0);
    expect([unread.status, unread.body]).toEqual([429, read.body]);
    expect(unread.body).toMatchObject({
      code: '42902',
      message: expect.stringContaining(`${PLACES} of the tenant`),
    });
    const { 'x-request-id': _, date: __, ...readHeaders } = read.headers;
    expect(unread.headers).toMatchObject(readHeaders);
    expect(unread.headers['link']).toContain('#code-42902');
    expect(unread.headers['x-request-id']).not.toBe(read.headers['x-request-id']);
    expect([await sumOf(requestsShed), await sumOf(rateLimited)]).toEqual([shed, limited + 1]);
  });

  test('is served as soon as a place is free, and others meanwhile', async () => {
    await held.fill('loud', PLACES);
    await ask();
    expect((await ask()).status).toBe(429);
    expect((await ask(GOOD, 'quiet')).status).toBe(200);
    await held.release();
    expect((await ask()).status).toBe(200);
  });

  test.each([
    ['another token', () => ask(GOOD, 'loud-2')],
    ['another operation', () => ask(ONE)],
    ['no token', () => held.ask('GET', GOOD)],
  ])('what has %s is read', async (_what, other) => {
    await held.fill('loud', PLACES);
    await ask();
    const { checked } = held;
    const before = checked();
    const { status } = await other();
    expect(status === 403 || checked() === before + 1).toBe(true);
  });

  test.each([
    ['another id and a query', ANOTHER, {}],
    ['no id at all', `${GOOD}/nothing-like-it`, {}],
    ['an escaped letter', ONE.replace('thing', '%74hing'), {}],
    ['a header that names another address', ONE, { 'x-forwarded-for': '203.0.113.9' }],
  ])('a call of the same operation is alike, with %s', async (_what, path, headers) => {
    await held.fill('loud', PLACES);
    expect((await ask(ONE)).status).toBe(429);
    expect(await readsOf(() => ask(path, 'loud', headers))).toBe(0);
    expect((await ask(path, 'loud', headers)).status).toBe(429);
  });

  test('a hundred tokens of one tenant take no room from others', async () => {
    await held.fill('loud', PLACES);
    await held.fill('other', PLACES);
    for (let one = 0; one < 105; one += 1) await ask(GOOD, `loud-${one}`);
    expect(await readsOf(() => ask(GOOD, 'loud-99'))).toBe(0);
    expect(await readsOf(() => ask(GOOD, 'loud-104'))).toBe(1);
    await ask(GOOD, 'other');
    expect(await readsOf(() => ask(GOOD, 'other'))).toBe(0);
  });

  test('one call of a kind is read each second', async () => {
    await held.fill('loud', PLACES);
    await ask();
    held.keepUp(ALIKE_MS - 200);
    expect(await readsOf(ask)).toBe(0);
    held.keepUp(400);
    expect(await readsOf(ask)).toBe(1);
    expect(await readsOf(ask)).toBe(0);
  });

  test('is told so within a second when its token was revoked', async () => {
    await held.fill('loud', PLACES);
    await ask();
    held.revoke('loud');
    expect((await ask()).status).toBe(429);
    held.keepUp(ALIKE_MS + 200);
    expect((await ask()).status).toBe(403);
  });

  test('finds nothing of it on the host of the portal', async () => {
    await held.fill('loud', PLACES);
    await ask();
    const socket = connect(Number(new URL(held.url).port), '127.0.0.1');
    socket.write(`GET ${GOOD} HTTP/1.1\r\nhost: portal.example\r\nauthorization: Bearer loud\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 404 /);
    socket.destroy();
  });
});

describe('the log of calls, of calls that were refused unread', () => {
  const countOf = (calls: ReturnType<Held['recorded']>): number =>
    calls.reduce((sum, { repeated = 0 }) => sum + 1 + repeated, 0);

  test('counts each, by account and operation, with the request id of the last and nothing that was not read', async () => {
    await held.fill('loud', PLACES);
    const read = await ask(ONE);
    await ask(ANOTHER);
    await ask(ONE);
    const last = await ask(ANOTHER);
    held.keepUp(200);
    const [first, rest] = held.recorded(429);
    expect(first).toMatchObject({ requestId: read.headers['x-request-id'] });
    expect(rest).toMatchObject({
      ...{ tenantId: 'loud', account: 'a', operation: 'one', method: 'GET', path: `${GOOD}/[not read]` },
      ...{ status: 429, code: '42902', sourceAddress: '127.0.0.1', repeated: 2 },
      ...{ requestId: last.headers['x-request-id'], transactionId: undefined, request: undefined },
    });
    expect(held.recorded(429)).toHaveLength(2);
    held.keepUp(2_000);
    expect(countOf(held.recorded(429))).toBe(4);
  });

  test('hears of those that the server closed on', async () => {
    await held.fill('loud', PLACES);
    for (let one = 0; one < 5; one += 1) await ask();
    await held.close();
    expect(countOf(held.recorded(429))).toBe(5);
  });

  test('and no timer goes on once nothing is counted', async () => {
    await held.fill('loud', PLACES);
    await ask();
    await held.release();
    held.keepUp(ALIKE_MS + 400);
    expect(held.timers()).toBe(0);
  });
});
