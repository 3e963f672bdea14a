import { Writable } from 'node:stream';
import { createSecurityLog } from '@titular/server/kernel/base/security-log.ts';
import { routeTable } from '@titular/server/modules.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../transactions/api.ts';

type Line = Readonly<Record<string, unknown>>;

function capture(level: string) {
  const lines: Line[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  return { lines, log: pino({ level }, sink) };
}

const unknownId = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';
const event = (code: string, countedFor: string) => ({ refused: 'access', code, countedFor }) as const;

describe('the security log (A-12)', () => {
  test.each(['fatal', 'error', 'warn', 'info'])('is written where the log begins at %s', (level) => {
    const { lines, log } = capture(level);
    createSecurityLog(log, () => 0)(event('40301', 'a'));
    expect(lines).toMatchObject([{ category: 'security', refused: 'access', code: '40301', times: 1 }]);
  });

  test('writes each of a few and the scale of a flood, for each code and place', () => {
    const { lines, log } = capture('warn');
    let nowMs = 0;
    const note = createSecurityLog(log, () => nowMs);
    for (let times = 0; times < 5_000; times += 1) note(event('40301', 'a'));
    note(event('40301', 'b'));
    note(event('40310', 'a'));
    const few = Array.from({ length: 20 }, (_, index) => index + 1);
    expect(lines.map(({ times }) => times)).toEqual([...few, 100, 1_000, 1, 1]);
    nowMs = 60_000;
    note(event('40301', 'a'));
    expect(lines.at(-1)).toMatchObject({ times: 1 });
  });

  test('fills no disk, and says that it left lines out', () => {
    const { lines, log } = capture('warn');
    const note = createSecurityLog(log, () => 0);
    for (let place = 0; place < 5_000; place += 1) note(event('40310', String(place)));
    expect(lines).toHaveLength(601);
    expect(lines.at(-1)).toMatchObject({ msg: 'further security events of this minute are left out' });
  });
});

describe('access that is refused leaves a trace (A-12)', () => {
  const { lines, log } = capture('error');
  const routes = routeTable({} as never);
  let service: TestService;
  let merchant: Merchant;
  beforeAll(async () => {
    service = await startTestService({ log });
    merchant = await newMerchant(service);
  });
  afterAll(() => service.close());

  const ask = async (path: string, method: string, headers: Record<string, string>, body?: string) => {
    const response = await fetch(service.url + path.replace(/:[a-z_]+/g, unknownId), {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    await response.arrayBuffer();
    return { status: response.status, requestId: response.headers.get('x-request-id') ?? '' };
  };
  const lineOf = (requestId: string): Line | undefined =>
    lines.find((line) => line['requestId'] === requestId);

  test.each(
    routes.filter(({ access }) => access === 'token').map((route) => [route.operationId, route] as const),
  )(
    '%s without a token, with a forged one, and without its scope, which the log of calls has too',
    async (operationId, { method, path }) => {
      const poor = await newMerchant(service, {
        scopes: [operationId === 'listCalls' ? 'processes:read' : 'calls:read'],
      });
      const forged = `${merchant.token.slice(0, -8)}AAAAAAAA`;
      for (const authorization of [undefined, `Bearer ${forged}`, `Bearer ${poor.token}`]) {
        const { status, requestId } = await ask(path, method, authorization ? { authorization } : {});
        expect(status).toBe(403);
        expect(lineOf(requestId)).toMatchObject({
          category: 'security',
          code: '40301',
          operation: operationId,
        });
      }
      const last = lines.at(-1);
      expect(last).toMatchObject({ tenantId: poor.tenant.tenantId, account: 'shop' });
      expect(JSON.stringify(lines)).not.toContain(forged.slice(-20));
      expect(JSON.stringify(lines)).not.toContain(poor.token.slice(-20));
      if (operationId === 'listCalls') return;
      await eventually(async () => {
        const query = { requestId: String(last?.['requestId']) };
        const { body } = await poor.call('listCalls', { query });
        expect(body['calls']).toMatchObject([{ operation: operationId, status: 403, code: '40301' }]);
      });
    },
  );

  test('a guessed link, a page session of nobody, and an SDK token that is none', async () => {
    const type = { 'content-type': 'application/json' };
    const code = 'x'.repeat(32);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const opening = new URLSearchParams({ token: `${'x'.repeat(30)}.b.c`, type: 'REDIRECT' }).toString();
    const asked: [string, string, Record<string, string>, string | undefined, string][] = [
      ['/capture/session', 'POST', type, JSON.stringify({ code }), '40310'],
      ['/capture/session', 'GET', {}, undefined, '40310'],
      ['/capture/openings', 'POST', { ...form, origin: 'https://a.example' }, opening, '40320'],
    ];
    for (const [path, method, headers, body, expected] of asked) {
      const { status, requestId } = await ask(path, method, headers, body);
      expect(status, path).toBe(403);
      expect(lineOf(requestId), path).toMatchObject({ refused: 'access', code: expected });
    }
    expect(JSON.stringify(lines)).not.toContain(code);
  });

  test('a wrong client secret, by its sub-code, at every token endpoint', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = {
      grant_type: 'client_credentials',
      token: 'x',
      client_id: 'me',
      client_secret: 'canary-secret',
    };
    for (const path of ['/oauth2/token', '/oauth2/revoke', '/oauth2/introspect']) {
      const { status, requestId } = await ask(path, 'POST', type, new URLSearchParams(form).toString());
      expect(status).toBe(401);
      expect(lineOf(requestId)).toMatchObject({ refused: 'client', code: 'client_authentication_failed' });
    }
    expect(JSON.stringify(lines)).not.toContain('canary');
  });
});
