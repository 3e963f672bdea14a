import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ErrorResponse, TokenErrorResponse } from '@titular/contract';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { MERCHANTS_PREFIXES, workOf } from '@titular/server/kernel/http/overload/overload-gate.ts';
import { routeTable } from '@titular/server/modules.ts';
import { Value } from 'typebox/value';
import { afterEach, describe, expect, test } from 'vitest';
import { GOOD, type Held, startHeld } from './held-server.ts';

let held: Held;
afterEach(() => held.close());

const CALL = '/api/public/v1/thing';
const bearer = (token: string): string => `authorization: Bearer ${token}`;

/** One connection that is kept, on which one request follows another. */
async function openConnection(
  url: string,
): Promise<{ ask(...lines: string[]): Promise<string>; socket: Socket }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  const ask = async (...lines: string[]): Promise<string> => {
    socket.write(lines.join(''));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString('latin1');
  };
  return { ask, socket };
}

const head = (...lines: string[]): string => [...lines, 'host: a', '', ''].join('\r\n');
const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

describe('an overloaded process (S60, R68, R70)', () => {
  test('refuses further calls of who has the most in the documented form, with every common header', async () => {
    held = await startHeld();
    const before = await held.ask('GET', '/healthz');
    await held.fill('loud', 12);
    held.overload();
    const answer = await held.ask('POST', CALL, { authorization: 'Bearer loud' });
    expect(answer.status).toBe(429);
    expect(answer.body).toMatchObject({ code: '42902', message: expect.stringContaining('overloaded') });
    expect(Value.Check(ErrorResponse, answer.body)).toBe(true);
    expect(['1', '2', '3']).toContain(answer.headers['retry-after']);
    for (const name of Object.keys(before.headers)) expect(Object.keys(answer.headers)).toContain(name);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['x-request-id']).not.toBe(before.headers['x-request-id']);
  });

  test('serves another tenant meanwhile, and the loud one again when its requests end', async () => {
    held = await startHeld();
    await held.ask('GET', GOOD, { authorization: 'Bearer quiet' });
    await held.fill('loud', 12);
    held.overload();
    expect((await held.ask('GET', GOOD, { authorization: 'Bearer loud' })).status).toBe(429);
    expect((await held.ask('GET', GOOD, { authorization: 'Bearer quiet' })).status).toBe(200);
    await held.release();
    expect((await held.ask('GET', GOOD, { authorization: 'Bearer loud' })).status).toBe(200);
  });

  test('counts all tokens of a tenant together, and all headers that no token check knows', async () => {
    held = await startHeld();
    await held.ask('GET', GOOD, { authorization: 'Bearer loud-2' });
    await held.ask('GET', GOOD, { authorization: 'Bearer quiet' });
    await held.fill('loud', 6);
    await held.fill('nobody', 6);
    held.overload();
    expect((await held.ask('GET', GOOD, { authorization: 'Bearer loud-2' })).status).toBe(429);
    for (const name of ['any-1', 'any-2'])
      expect((await held.ask('GET', GOOD, { authorization: `Bearer ${name}` })).status).toBe(429);
    expect((await held.ask('GET', GOOD)).status).toBe(429);
    expect((await held.ask('GET', GOOD, { authorization: 'Bearer quiet' })).status).toBe(200);
  });

  test('no longer knows a caller whose token is refused', async () => {
    held = await startHeld();
    await held.ask('GET', GOOD, { authorization: 'Bearer quiet' });
    held.revoke('quiet');
    expect((await held.ask('GET', GOOD, { authorization: 'Bearer quiet' })).status).toBe(403);
    await held.fill('nobody', 12);
    held.overload();
    expect((await held.ask('GET', GOOD, { authorization: 'Bearer quiet' })).status).toBe(429);
  });

  test('refuses tokens in the form of OAuth, from a share of their own', async () => {
    held = await startHeld();
    await held.fill('loud', 12);
    held.overload();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const waiting = Array.from({ length: 4 }, () => held.begin('POST', '/oauth2/token', form));
    await held.arrived(16);
    const answer = await held.ask('POST', '/oauth2/token', form);
    expect(answer.status).toBe(429);
    expect(answer.body).toMatchObject({ error: 'temporarily_unavailable', sub_code: 'service_overloaded' });
    expect(Value.Check(TokenErrorResponse, answer.body)).toBe(true);
    await held.release();
    await Promise.all(waiting);
  });

  test('never refuses persons on the page, documents, probes, or the host of the portal', async () => {
    held = await startHeld();
    await held.fill('loud', 12);
    held.overload();
    for (const path of [
      '/capture/session/events',
      '/healthz',
      '/readyz',
      '/docs',
      '/identity-platform/events',
    ])
      expect((await held.ask('GET', path)).status, path).not.toBe(429);
    const { ask, socket } = await openConnection(held.url);
    const onPortal = await ask(`GET ${CALL} HTTP/1.1\r\nhost: portal.example\r\n${bearer('loud')}\r\n\r\n`);
    expect(onPortal).toMatch(/^HTTP\/1\.1 404 /);
    socket.destroy();
  });

  test.each([
    ['an escaped prefix', '/%61pi/public/v1/thing'],
    ['an escaped version', '/api/public/v%31/thing'],
    ['a whole address', 'http://titular.example/api/public/v1/thing'],
    ['a whole address with an escape', 'HTTP://titular.example:443/%61pi/public/v1/thing'],
    ['a target that cannot be read', '/%zz'],
  ])('refuses a call that is spelt otherwise: %s', async (_what, target) => {
    held = await startHeld();
    await held.fill('loud', 12);
    held.overload();
    const { ask, socket } = await openConnection(held.url);
    expect(await ask(head(`GET ${target} HTTP/1.1`, bearer('loud')))).toMatch(/^HTTP\/1\.1 429 /);
    socket.destroy();
  });

  test('is over when timers are in time again, and nothing is refused then', async () => {
    held = await startHeld();
    await held.fill('loud', 12);
    held.overload();
    expect((await held.ask('GET', GOOD, { authorization: 'Bearer loud' })).status).toBe(429);
    held.keepUp(6_000);
    expect((await held.ask('GET', GOOD, { authorization: 'Bearer loud' })).status).toBe(200);
  });

  test('at a target of 0 nothing is refused, and no timer is set', async () => {
    held = await startHeld({ targetMs: 0 });
    await held.fill('loud', 12);
    expect(held.timers()).toBe(0);
    expect((await held.ask('GET', GOOD, { authorization: 'Bearer loud' })).status).toBe(200);
  });

  test('refuses nobody while what is under way waits for a database that stands still, and does so when it was carried out too slowly', async () => {
    let isStill = true;
    held = await startHeld({ isDatabaseStill: () => isStill });
    await held.fill('loud', 12);
    held.overload();
    expect((await held.ask('GET', GOOD, { authorization: 'Bearer loud' })).status).toBe(200);
    isStill = false;
    held.overload();
    expect((await held.ask('GET', GOOD, { authorization: 'Bearer loud' })).status).toBe(429);
  });

  test('a process whose requests succeed is not held up by its database, though one statement is', async () => {
    held = await startHeld({ isDatabaseStill: () => true });
    await held.fill('loud', 12);
    const statuses: number[] = [];
    for (let window = 0; window < 4; window += 1) {
      statuses.push((await held.ask('GET', GOOD, { authorization: 'Bearer loud' })).status);
      held.fireLate();
    }
    expect([statuses[0], statuses[3]]).toEqual([200, 429]);
  });

  test('the log hears once that requests are shed, and of no header', async () => {
    const lines: string[] = [];
    held = await startHeld({ log: createLog('info', { write: (line) => void lines.push(line) }) });
    await held.fill('loud', 12);
    held.overload();
    for (let one = 0; one < 5; one += 1) await held.ask('GET', GOOD, { authorization: 'Bearer loud' });
    held.keepUp(6_000);
    expect(lines.map((line) => (JSON.parse(line) as { shed: number }).shed)).toEqual([1, 4]);
    expect(lines.join()).not.toContain('loud');
  });
});

describe('the connection of a shed request', () => {
  const announced = 'x'.repeat(32 * 1024);
  const pieces = `8000\r\n${announced}\r\n0\r\n\r\n`;

  test.each([
    ['an announced body', `content-length: ${announced.length}`, announced],
    ['a chunked body', 'transfer-encoding: chunked', pieces],
    ['no body', 'content-length: 0', ''],
  ])('stays in step after %s', async (_what, framing, body) => {
    held = await startHeld();
    await held.fill('loud', 12);
    held.overload();
    const { ask, socket } = await openConnection(held.url);
    for (let one = 0; one < 3; one += 1) {
      const answer = await ask(head(`POST ${CALL} HTTP/1.1`, bearer('loud'), framing), body);
      expect(answer).toMatch(/^HTTP\/1\.1 429 /);
      expect(answer.toLowerCase()).toContain('connection: keep-alive');
      expect(bodyOf(answer)).toMatchObject({ code: '42902' });
    }
    expect(await ask(head('GET /healthz HTTP/1.1'))).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });

  test('a request that a shed body seems to hold is none', async () => {
    held = await startHeld();
    await held.fill('loud', 12);
    held.overload();
    const { ask, socket } = await openConnection(held.url);
    const hidden = head('GET /healthz HTTP/1.1');
    const answer = await ask(
      head(`POST ${CALL} HTTP/1.1`, bearer('loud'), `content-length: ${hidden.length}`),
      hidden,
      head('GET /docs HTTP/1.1'),
    );
    const statuses = (text: string): number => text.match(/HTTP\/1\.1 \d{3} /g)?.length ?? 0;
    const all =
      statuses(answer) === 2 ? answer : answer + ((await once(socket, 'data')) as [Buffer])[0].toString();
    expect(statuses(all)).toBe(2);
    expect(held.seen('/healthz')).toBe(0);
    socket.destroy();
  });

  test('HEAD has the headers and no body', async () => {
    held = await startHeld();
    await held.fill('loud', 12);
    held.overload();
    const { ask, socket } = await openConnection(held.url);
    const answer = await ask(head(`HEAD ${CALL} HTTP/1.1`, bearer('loud')));
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer.endsWith('\r\n\r\n')).toBe(true);
    expect(await ask(head('GET /healthz HTTP/1.1'))).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });

  test('ends while the process stops', async () => {
    held = await startHeld();
    await held.fill('loud', 12);
    held.overload();
    held.stop();
    const answer = await held.ask('GET', GOOD, { authorization: 'Bearer loud' });
    expect([answer.status, answer.headers['connection']]).toEqual([429, 'close']);
  });
});

test('what may be shed is every call behind a token, and the token endpoint; nothing that is public', () => {
  for (const { path, access } of routeTable()) {
    const expected = access === 'token' ? 'call' : path === '/oauth2/token' ? 'token' : undefined;
    expect(workOf(path), path).toBe(expected);
  }
  for (const path of ['/oauth2/tokens', '/', '', '/portal/api/state', MERCHANTS_PREFIXES[0].slice(0, -1)])
    expect(workOf(path), path).toBeUndefined();
  expect(workOf('/oauth2/token?x=1')).toBe('token');
});

test.each([
  ['/%61pi/public/v1/thing', 'call'],
  ['/api/public/v%31/thing', 'call'],
  ['/%63lient/v1/thing', 'call'],
  ['/oauth2/toke%6e', 'token'],
  ['/oauth2/toke%6E?x=%zz', 'token'],
  ['http://a/api/public/v1/thing', 'call'],
  ['HTTPS://a:443/oauth2/toke%6e', 'token'],
  ['/%zz', 'call'],
  ['http://a/%ff', 'call'],
  ['/%2561pi/public/v1/thing', undefined],
  ['/docs?next=/api/public/v1/thing', undefined],
  ['http://a?/api/public/v1/thing', undefined],
  ['http://a/docs', undefined],
  ['*', undefined],
])('%s is read as the router reads it: %s', (target, work) => {
  expect(workOf(target)).toBe(work);
});
