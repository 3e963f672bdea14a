import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { backOffSeconds } from '@titular/cli/commands/webhooks/forward-events.ts';
import { seedDemo } from '@titular/server/start/seed-demo.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../server/test/transactions/api.ts';
import { eventOf, finish } from '../../server/test/webhooks/log-fixture.ts';
import { type Running, startCommandLine } from './command-fixture.ts';

let service: TestService;
let directory: string;
const closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  service = await startTestService();
  directory = await mkdtemp(join(tmpdir(), 'titular-test-'));
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true, force: true });
});

const receive = async (answer?: Parameters<typeof startWebhookReceiver>[0]): Promise<WebhookReceiver> => {
  const receiver = await startWebhookReceiver(answer);
  closers.push(receiver.close);
  return receiver;
};

/** Starts listening; whatever becomes of the test, it ends with Ctrl-C. */
function listen(words: string[], environment: Record<string, string> = { TITULAR_DATA_DIR: directory }) {
  const running = startCommandLine(['listen', ...words], environment);
  closers.push(() => {
    running.interrupt();
    return running.ended;
  });
  return running;
}

async function credentials({ tenant }: Merchant): Promise<string[]> {
  const file = join(directory, `${tenant.clientId}.secret`);
  await writeFile(file, `${tenant.clientSecret}\n`);
  return ['--url', service.url, '--client-id', tenant.clientId, '--secret-file', file];
}

/** Waits until it would miss nothing, and gives the first line. */
async function begun(running: Running): Promise<string> {
  await eventually(() => expect(running.lines().length).toBeGreaterThan(0));
  return running.lines()[0] ?? '';
}

const secretIn = (line: string): string => /whsec_[A-Za-z0-9+/=]+/.exec(line)?.[0] ?? '';

test('credentials go over plain http to no other machine, and are not even read for it (ASVS 12.2.1)', async () => {
  const own = ['--client-id', 'shop', '--secret-file', join(directory, 'none')];
  const running = listen(['--forward', 'http://127.0.0.1:9', '--url', 'http://pay.example', ...own]);
  expect(await running.ended).toBe(2);
  expect(running.errors()).toContain('--url must be https');
});

describe('titular listen', () => {
  test('forwards what happens from now on, each once, in order, signed so that an independent library verifies it, and ends well with Ctrl-C (R40)', async () => {
    const one = await newMerchant(service);
    await finish(one);
    const receiver = await receive();
    const running = listen(['--forward', receiver.url, ...(await credentials(one))]);
    const first = await begun(running);
    expect(first).toContain(`Events of ${service.url} go to ${receiver.url}, signed with the secret whsec_`);
    receiver.trust(secretIn(first));
    const transactions: string[] = [];
    for (let count = 0; count < 3; count += 1) transactions.push(await finish(one));
    await eventually(() => expect(running.lines()).toHaveLength(4));
    expect(receiver.deliveries.map(({ refusal }) => refusal)).toEqual([undefined, undefined, undefined]);
    const events = await Promise.all(transactions.map((transaction) => eventOf(one, transaction)));
    expect(receiver.deliveries.map(({ headers }) => headers['webhook-id'])).toEqual(
      events.map(({ id }) => id),
    );
    // The very body that an endpoint would get: without the company.
    expect(receiver.deliveries.map(({ body }) => body)).toEqual(
      events.map(({ companyId: _, ...webhook }) => JSON.stringify(webhook)),
    );
    for (const [index, line] of running.lines().slice(1).entries())
      expect(line).toMatch(new RegExp(`^transaction.finished {2}${events[index]?.id} {2}204 {2}\\d+ ms$`));
    running.interrupt();
    expect(await running.ended).toBe(0);
    expect(
      running
        .lines()
        .join('\n')
        .match(/whsec_/g),
    ).toHaveLength(1);
  });

  test('is a program that Ctrl-C ends with exit 0, also when it arrives twice', async () => {
    const one = await newMerchant(service);
    const program = fileURLToPath(import.meta.resolve('@titular/cli/main.ts'));
    const words = ['listen', '--forward', 'http://127.0.0.1:1/', ...(await credentials(one))];
    const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'close');
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  });

  test('takes address and client of the demo when none is named', async () => {
    const { config, service: inner } = service;
    const demo = await seedDemo(config, inner.database, inner.masterKeys);
    const receiver = await receive();
    const running = listen(['--forward', receiver.url], {
      TITULAR_DATA_DIR: config.dataDirectory,
      TITULAR_PUBLIC_URL: config.publicUrl,
    });
    expect(await begun(running)).toContain(`Events of ${new URL(demo.baseUrl).origin} go to`);
  });

  test('tells in JSON, of one company and type alone, and keeps the secret in a file of its owner', async () => {
    const one = await newMerchant(service);
    const receiver = await receive({ answer: () => ({ status: 500 }) });
    const out = join(directory, 'hook.secret');
    const { companyId } = one.tenant;
    const running = listen([
      ...['--forward', receiver.url, '--json', '--out', out, '--type', 'transaction.finished'],
      ...['--company', companyId.toUpperCase(), ...(await credentials(one))],
    ]);
    expect(JSON.parse(await begun(running))).toEqual({
      from: service.url,
      to: receiver.url,
      secretFile: out,
    });
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    receiver.trust((await readFile(out, 'utf8')).trim());
    const event = await eventOf(one, await finish(one));
    await eventually(() => expect(running.lines()).toHaveLength(2));
    expect(JSON.parse(running.lines()[1] ?? '')).toEqual({
      type: 'transaction.finished',
      id: event.id,
      time: event.time,
      company: companyId,
      status: 500,
      error: null,
      durationMs: expect.any(Number),
    });
    const again = listen(['--forward', receiver.url, '--out', out, ...(await credentials(one))]);
    expect(await again.ended).toBe(4);
    expect(again.errors()).toContain('name a new one');
  });

  test('signs with a secret that stays, tells it no more, and says when nobody takes the event', async () => {
    const one = await newMerchant(service);
    const file = join(directory, 'stable.secret');
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    await writeFile(file, secret);
    const running = listen([
      ...['--forward', 'http://127.0.0.1:1/', '--webhook-secret-file', file],
      ...(await credentials(one)),
    ]);
    expect(await begun(running)).not.toContain('whsec_');
    await finish(one);
    await eventually(() => expect(running.lines()).toHaveLength(2));
    expect(running.lines()[1]).toMatch(/^transaction\.finished {2}[0-9a-f-]{36} {2}.+ {2}\d+ ms$/);
    // An id may hold the same digits.
    expect(running.lines()[1]).not.toMatch(/\b204\b/);
  });
});

/** A service that answers as it is told, in front of nothing. */
async function startFake(
  answer: (
    path: string,
    count: number,
  ) => { status: number; headers?: Record<string, string>; body?: object },
) {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    request.resume();
    const count = asked.filter((one) => one.startsWith(path.split('?')[0] ?? '')).length;
    const { status, headers = {}, body = {} } = answer(path, count);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

describe('titular listen, when the service', () => {
  const file = () => join(directory, 'some.secret');
  beforeAll(() => writeFile(file(), 'tsk_secret'));
  const access = (url: string): string[] => ['--url', url, '--client-id', 'tcl_x', '--secret-file', file()];
  const token = { status: 200, body: { access_token: 'a', token_type: 'Bearer', expires_in: 3600 } };
  const empty = { status: 200, body: { events: [], cursor: 'c', hasMore: false } };

  test.each([
    [429, { 'retry-after': '1' }, 'The service responds with 429; retrying in 1 s.'],
    [503, {}, 'The service responds with 503; retrying in 1 s.'],
  ])('answers %i waits as it is asked to, says so, and goes on', async (status, headers, said) => {
    const fake = await startFake((path, count) => {
      if (path === '/oauth2/token') return token;
      return count === 1 ? { status, headers } : empty;
    });
    const running = listen(['--forward', 'http://127.0.0.1:1/', ...access(`${fake.url}/api/public/v1`)]);
    await begun(running);
    expect(running.errors()).toBe(`${said}\nThe service responds again.\n`);
    expect(fake.asked.slice(0, 3)).toEqual([
      '/oauth2/token',
      '/api/public/v1/events?after=latest&limit=100',
      '/api/public/v1/events?after=latest&limit=100',
    ]);
  });

  test('refuses the token gets one more, once, and goes on', async () => {
    const refused = { status: 403, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } };
    const fake = await startFake((path, count) =>
      path === '/oauth2/token' ? token : count === 2 ? refused : empty,
    );
    const running = listen(['--forward', 'http://127.0.0.1:1/', ...access(fake.url)]);
    await eventually(() => expect(fake.asked.filter((path) => path.includes('after=c'))).not.toHaveLength(0));
    await eventually(() => expect(fake.asked.filter((path) => path === '/oauth2/token')).toHaveLength(2));
    running.interrupt();
    expect(await running.ended).toBe(0);
  });

  test('is away says so and is asked again; Ctrl-C ends the waiting well', async () => {
    const running = listen(['--forward', 'http://127.0.0.1:1/', ...access('http://127.0.0.1:1')]);
    await eventually(() => expect(running.errors()).toContain('retrying in 1 s.'));
    running.interrupt();
    expect(await running.ended).toBe(0);
    expect(running.lines()).toEqual([]);
  });

  test.each([
    ['refuses the client', { status: 401, body: { error: 'invalid_client', error_description: 'No.' } }, 4],
    ['is another one', { status: 200, body: undefined }, 4],
  ])('%s ends with a sentence', async (_what, answer, code) => {
    const refusedEvents = { status: 404, body: { code: '40400', message: 'There is no such operation.' } };
    const fake = await startFake((path) =>
      path === '/oauth2/token' ? (answer.body ? { ...answer, body: answer.body } : token) : refusedEvents,
    );
    const running = listen(['--forward', 'http://127.0.0.1:1/', ...access(fake.url)]);
    expect(await running.ended).toBe(code);
    expect(running.errors()).toMatch(/refuses a token to tcl_x: No\.|refuses: 40400 There is no/);
  });

  test.each([
    [[], 2],
    [['--forward', 'ftp://127.0.0.1/'], 2],
    [['--forward', 'http://user:pass@127.0.0.1/'], 2],
    [['--forward', 'http://127.0.0.1/', '--client-id', 'x'], 2],
    [['--forward', 'http://127.0.0.1/', '--type', 'nothing'], 2],
    [['--forward', 'http://127.0.0.1/', '--company', 'x'], 2],
    [['--forward', 'https://elsewhere.example/'], 2],
    [['--forward', 'http://localhost.example/'], 2],
    [['--forward', 'http://127.0.0.1.example/'], 2],
    [['--forward', 'http://192.0.2.7/hook'], 2],
    [['--forward', 'http://[2001:db8::1]/'], 2],
    [['--forward', 'http://127.0.0.1/'], 3],
    [['--forward', 'http://localhost:3000/'], 3],
    [['--forward', 'http://shop.localhost:3000/'], 3],
    [['--forward', 'http://[::1]:3000/'], 3],
    [['--forward', 'http://127.1/'], 3],
  ])('%j ends with what is wrong, an address of another machine among it (C20)', async (words, code) => {
    expect(await listen(words as string[]).ended).toBe(code);
  });

  test('gives a secret file that holds none is told so', async () => {
    const words = ['--forward', 'http://127.0.0.1:1/', '--webhook-secret-file', file()];
    const running = listen([...words, ...access('http://127.0.0.1:1')]);
    expect(await running.ended).toBe(2);
    expect(running.errors()).toContain('a webhook secret begins with whsec_');
    expect(running.errors()).not.toContain('tsk_secret');
  });

  test('is busy for long is asked less and less, or when it says', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 100].map((failures) => backOffSeconds(failures, undefined))).toEqual([
      1, 2, 4, 8, 16, 32, 60, 60, 60,
    ]);
    expect(backOffSeconds(9, 7)).toBe(7);
    // A timer of more than 2,147,483 s ends after a millisecond.
    expect([300, 301, 9_999_999_999].map((seconds) => backOffSeconds(1, seconds))).toEqual([300, 300, 300]);
  });
});
