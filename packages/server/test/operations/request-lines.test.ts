import { connect } from 'node:net';
import { hostname } from 'node:os';
import { Writable } from 'node:stream';
import { programVersion } from '@titular/server/kernel/base/program-version.ts';
import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openPhone } from '../captures/phone.ts';
import { newMerchant } from '../transactions/api.ts';
import { findValue, scrape } from './operations-fixture.ts';

type Line = Record<string, unknown>;

/** A service whose log is listened to, and the lines of requests that it wrote. */
async function start(level: string, env: Record<string, string> = {}) {
  const logged: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  const service: TestService = await startTestService({
    env: { TITULAR_OPERATIONS_PORT: '0', ...env },
    log: pino({ level, base: null }, sink),
  });
  onTestFinished(() => service.close());
  const lines = (): Line[] => logged.map((line) => JSON.parse(line) as Line);
  const requests = (operationId?: string): Line[] =>
    lines().filter(
      (line) => line['msg'] === 'request' && (!operationId || line['operationId'] === operationId),
    );
  /** A line is written when the answer has left, which is a moment after it came. */
  const waitFor = (operationId: string, count: number): Promise<Line[]> =>
    eventually(() => {
      const found = requests(operationId);
      expect(found).toHaveLength(count);
      return found;
    });
  return { service, logged, requests, waitFor };
}

test('each request has one line with its id, operation, status and time, and which process wrote it (S44)', async () => {
  const { service, waitFor } = await start('info');
  const merchant = await newMerchant(service);
  const { headers } = await merchant.create();
  const [line] = await waitFor('createTransaction', 1);
  expect(line).toEqual({
    level: 30,
    time: expect.any(Number),
    service: 'titular',
    version: programVersion(),
    environment: 'test',
    role: 'all',
    node: `${hostname()}:${service.config.port}/${process.pid}`,
    requestId: headers.get('x-request-id'),
    operationId: 'createTransaction',
    status: 200,
    durationMs: expect.any(Number),
    msg: 'request',
  });
  await merchant.create({ card: 'none' });
  const [, refused] = await waitFor('createTransaction', 2);
  expect(refused).toMatchObject({ status: 400, code: '40002' });
  await fetch(`${service.url}/nowhere`);
  expect(await waitFor('none', 1)).toMatchObject([{ status: 404, code: '40400' }]);
});

test('at the default level no request has a line', async () => {
  const { service, requests } = await start('warn');
  const merchant = await newMerchant(service);
  await merchant.create();
  await merchant.list();
  expect(requests()).toEqual([]);
  expect(findValue(await scrape(service), 'titular_log_lines_left_out_total')).toBe(0);
});

test('of good answers to frequent reads one in so many has a line, which tells how many have none; refusals all have one (S44)', async () => {
  const { service, waitFor } = await start('info', { TITULAR_LOG_SAMPLE: '5' });
  const merchant = await newMerchant(service);
  const id = String((await merchant.create()).body['id']);
  for (let count = 0; count < 12; count += 1) await merchant.read(id);
  const lines = await waitFor('readTransaction', 2);
  expect(lines.map(({ leftOut }) => leftOut)).toEqual([4, 4]);
  for (let count = 0; count < 3; count += 1) await merchant.read(merchant.tenant.tenantId);
  const refused = (await waitFor('readTransaction', 5)).slice(2);
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404]);
  const left = await scrape(service);
  // Twelve good answers, of which two have a line; the refusals tell of the two since.
  expect(findValue(left, 'titular_log_lines_left_out_total', { operation: 'readTransaction' })).toBe(10);
});

test('a client that goes before its answer has a line that says so', async () => {
  const { service, waitFor } = await start('info');
  const merchant = await newMerchant(service);
  const socket = connect(service.config.port, '127.0.0.1');
  const head = ['POST /api/public/v1/walletid/transaction HTTP/1.1', 'host: 127.0.0.1'];
  const headers = [`authorization: Bearer ${merchant.token}`, 'content-type: application/json'];
  // The body that is announced never comes.
  socket.write([...head, ...headers, 'content-length: 100', '', ''].join('\r\n'));
  await eventually(async () => expect(findValue(await scrape(service), 'titular_http_in_flight')).toBe(1));
  socket.destroy();
  expect(await waitFor('createTransaction', 1)).toMatchObject([{ status: 'aborted' }]);
});

test('no line of a request holds anything of a person, an order, a card, a tenant or a token (S44, R90)', async () => {
  const { service, logged, requests } = await start('info', { TITULAR_LOG_SAMPLE: '1' });
  const merchant = await newMerchant(service);
  const order = 'CANARY-ORDER-78';
  const cpf = newCpf();
  const name = 'Zuleica Canario';
  const { phone, id, link } = await openPhone(service, merchant, {
    identity: { key: 'cpf', value: cpf },
    card: { binDigits: '55556666', lastDigits: '7778', name },
    orderNumber: order,
  });
  await phone.view();
  await merchant.read(id);
  await merchant.list({ orderNumber: order });
  await fetch(`${service.url}/${cpf}?${new URLSearchParams({ name, order })}`);
  await fetch(`${service.url}/oauth2/token?${new URLSearchParams({ cpf })}`);
  await eventually(() => expect(requests('issueTokenByGet')).toHaveLength(1));
  expect(requests().length).toBeGreaterThanOrEqual(7);
  const written = logged.filter((line) => line.includes('"msg":"request"')).join('');
  const secrets = [order, cpf, name, '55556666', id, link, merchant.token, phone.cookie ?? ''];
  const { tenantId, clientId, clientSecret } = merchant.tenant;
  for (const secret of [...secrets, tenantId, clientId, clientSecret])
    expect(written.includes(secret), secret).toBe(false);
});
