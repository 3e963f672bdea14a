import { connect } from 'node:net';
import { createOpeningGuard } from '@titular/server/captures/links/guard-openings.ts';
import { Refusal } from '@titular/server/kernel/base/refusal.ts';
import { createNetworkBudget } from '@titular/server/kernel/network/network-budget.ts';
import { routeTable } from '@titular/server/modules.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openPhone, Phone } from '../../captures/phone.ts';
import { checked, type Merchant, newMerchant } from '../../transactions/api.ts';
import { exchange, head, onlyAnswer } from './raw.ts';

let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService({ env: { TITULAR_FAILED_AUTHENTICATIONS: '1' } });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const TYPES: Readonly<Record<string, string>> = { json: 'application/json', jpeg: 'image/jpeg' };

/** Calls of the page that need its session; the two that open one are limited by network. */
const behindSession = routeTable({} as never).filter(
  ({ path, bodyKind, operationId }) =>
    path.startsWith('/capture/session') &&
    bodyKind !== 'none' &&
    !['openSession', 'renewSession', 'readLateLink', 'requestNewLink'].includes(operationId),
);

test('the calls of the page with a body are in this table', () => {
  expect(behindSession.map(({ operationId }) => operationId)).toContain('submitFrame');
});

test.each(behindSession)(
  '$operationId 403: without a page session no byte of the body is waited for (A-13)',
  async ({ method, path, bodyKind }) => {
    const address = path.replace(':attempt_id', crypto.randomUUID()).replace(':position', '0');
    const { text } = await exchange(service, [
      head(
        `${method} ${address} HTTP/1.1`,
        'host: localhost',
        `content-type: ${TYPES[bodyKind]}`,
        'content-length: 1000',
        'connection: close',
      ),
    ]);
    expect(onlyAnswer(text)).toMatchObject({ status: 403, body: { code: '40310' } });
  },
);

const GUESSES = 100;

/** Sends many at once and tells how many were answered with each status. */
async function countStatuses(send: () => Promise<{ status: number; headers: Headers }>) {
  const answers = await Promise.all(Array.from({ length: GUESSES }, send));
  for (const { status, headers } of answers)
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  return (status: number): number => answers.filter((answer) => answer.status === status).length;
}

describe('a network that opens nothing again and again is slowed (A-13)', () => {
  const guess = (): string => 'x'.repeat(43);
  const sends: readonly [string, () => Promise<{ status: number; headers: Headers }>][] = [
    ['openSession', () => new Phone(service).open({ code: guess() })],
    ['renewSession', () => new Phone(service).call('renewSession', 'POST', '/renewal', { code: guess() })],
    ['readLateLink', () => new Phone(service).call('readLateLink', 'POST', '/late-link', { code: guess() })],
    [
      'requestNewLink',
      () => new Phone(service).call('requestNewLink', 'POST', '/late-link/request', { code: guess() }),
    ],
    [
      'openBySdk',
      async () =>
        checked(
          'openBySdk',
          await fetch(`${service.url}/capture/openings`, {
            method: 'POST',
            body: new URLSearchParams({ token: 'guess', type: 'IFRAME' }),
            headers: { origin: 'https://shop.example' },
          }),
        ),
    ],
  ];

  test.each(sends)(
    '%s 429: of many guesses a few are answered, and honest people get in',
    async (_name, send) => {
      const count = await countStatuses(send);
      expect(count(403) + count(429)).toBe(GUESSES);
      expect(count(429)).toBeGreaterThan(0);
      const { phone } = await openPhone(service, merchant);
      expect((await phone.view()).status).toBe(200);
    },
  );

  test('so many at once as the budget has are tried, whatever comes in parallel; openings that succeed cost nothing', async () => {
    let nowMs = 0;
    const guard = createOpeningGuard(() => nowMs, { burst: 5, intervalSeconds: 1 });
    let tried = 0;
    const fail = async (): Promise<never> => {
      tried += 1;
      throw new Refusal('40310');
    };
    const codesOf = async (count: number, address: string) => {
      const all = await Promise.allSettled(Array.from({ length: count }, () => guard(address, fail)));
      return all.map((one) => (one.status === 'rejected' ? (one.reason as Refusal).code : 'opened'));
    };
    for (let opened = 0; opened < 50; opened += 1)
      expect(await guard('192.0.2.1', async () => 'in')).toBe('in');
    const codes = await codesOf(20, '192.0.2.1');
    expect(codes.filter((code) => code === '40310')).toHaveLength(5);
    expect(codes.filter((code) => code === '42903')).toHaveLength(15);
    expect(tried).toBe(20);
    expect(await guard('192.0.2.1', async () => 'in')).toBe('in');
    expect(await codesOf(1, '192.0.2.2')).toEqual(['40310']);
    nowMs += 2_000;
    expect((await codesOf(3, '192.0.2.1')).filter((code) => code === '40310')).toHaveLength(2);
  });

  test('addresses of one IPv6 network share a budget', () => {
    const budget = createNetworkBudget(() => 0, { burst: 1, intervalSeconds: 6 });
    expect(budget.take('2001:db8::1')).toBe(0);
    expect(budget.take('2001:db8::ffff')).toBe(6);
    expect(budget.take('2001:db8:1::1')).toBe(0);
    budget.giveBack('2001:db8::2');
    expect(budget.take('2001:db8::3')).toBe(0);
  });
});

describe('the documentation (A-13)', () => {
  test.each([
    ['readOpenApi', '/openapi.json'],
    ['readFrontPage', '/'],
    ['readReference', '/docs'],
    ['readReferenceChapter', '/docs/transactions'],
    ['openTry', '/docs/try'],
    ['readTryCodes', '/docs/try/codes'],
    ['readLlmsText', '/llms.txt'],
  ])('%s 429: is sent compressed, and to one network so often', async (name, path) => {
    const own = await startTestService();
    onTestFinished(() => own.close());
    const lengths = new Map<string, number>();
    for (const coding of ['identity', 'gzip', 'br']) {
      const { text } = await exchange(own, [
        head(`GET ${path} HTTP/1.1`, 'host: localhost', `accept-encoding: ${coding}`, 'connection: close'),
      ]);
      expect(text.includes(`content-encoding: ${coding}`)).toBe(coding !== 'identity');
      lengths.set(coding, text.length);
    }
    const [plain = 0, gzip = 0, br = 0] = lengths.values();
    expect(gzip).toBeLessThan(plain / 2);
    expect(br).toBeLessThan(gzip);
    const count = await countStatuses(async () => {
      const answer = await fetch(`${own.url}${path}`);
      if (answer.status !== 200) return checked(name, answer);
      await answer.text();
      return answer;
    });
    expect(count(200)).toBeGreaterThan(0);
    expect(count(429)).toBeGreaterThan(0);
  });
});

test('a connection beyond the cap is closed, and one that ends makes room (A-13)', async () => {
  const own = await startTestService({ env: { TITULAR_MAXIMUM_CONNECTIONS: '16' } });
  onTestFinished(() => own.close());
  const port = Number(new URL(own.url).port);
  const open = (): Promise<ReturnType<typeof connect>> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket));
      socket.on('error', () => undefined);
    });
  const held = await Promise.all(Array.from({ length: 16 }, open));
  const further = await exchange(own, [head('GET /healthz HTTP/1.1', 'host: localhost')]);
  expect(further.text).toBe('');
  const closing = held.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  for (const socket of held) socket.end();
  await Promise.all(closing);
  expect((await fetch(`${own.url}/healthz`)).status).toBe(200);
});
