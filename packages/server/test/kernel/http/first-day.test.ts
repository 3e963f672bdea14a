import { gzipSync } from 'node:zlib';
import { newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../transactions/api.ts';

let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const sound = (changes: Record<string, unknown> = {}): Record<string, unknown> =>
  newTransactionBody(merchant.tenant.companyId, changes);
const text = (changes?: Record<string, unknown>): string => JSON.stringify(sound(changes));

describe('mistakes of a first day are answered with what to do (R27)', () => {
  test.each<[string, () => string | Uint8Array, Record<string, string>, string]>([
    [
      'another content type',
      text,
      { 'content-type': 'text/plain' },
      'The body must be application/json, and its Content-Type header must say so.',
    ],
    [
      'a compressed body',
      () => gzipSync(text()),
      { 'content-encoding': 'gzip' },
      'The body must not be compressed: send it without Content-Encoding.',
    ],
    [
      'a byte order mark',
      () => `\uFEFF${text()}`,
      {},
      'The body begins with a byte order mark: send UTF-8 without one.',
    ],
    ['no body', () => '', {}, 'The body is empty.'],
    ['a comma too many', () => '{"company":"x",}', {}, 'The body is not JSON from character 15 on.'],
    ['a body of 40 KiB', () => text({ note: 'x'.repeat(40_960) }), {}, 'The body is larger than 32 KiB.'],
  ])('createTransaction 400: %s', async (_what, make, headers, message) => {
    const answer = await merchant.createRaw(make(), headers);
    expect(answer.body).toEqual({ code: '40001', message });
    expect(answer.headers.get('link')).toBe('</docs#code-40001>; rel="help"');
  });

  test('createTransaction 400: a field under another spelling is told by both', async () => {
    const { orderNumber, ...others } = sound();
    const { body } = await merchant.createRaw(JSON.stringify({ ...others, order_number: orderNumber }));
    expect(body['message']).toMatch(/^orderNumber \(not order_number\) is missing: /);
  });

  test('createTransaction 400: a key that was used for another body asks for a new key', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    await merchant.createRaw(text(), headers);
    const { body } = await merchant.createRaw(text({ orderNumber: 'another' }), headers);
    expect(body).toMatchObject({ code: '40028', message: expect.stringContaining('use a new key') });
  });

  const path = '/api/public/v1/walletid/transaction';
  test.each([
    ['POST', `${path}/`, `write the path as ${path}.`],
    ['POST', path.toUpperCase(), `write the path as ${path}.`],
    ['POST', '/walletid/transaction', `write the path as ${path}.`],
    ['GET', path, `${path} takes POST.`],
  ])('%s %s names the operation that was meant', async (method, target, words) => {
    const response = await fetch(service.url + target, { method });
    expect(await response.json()).toEqual({
      code: '40400',
      message: `There is no such operation: ${words}`,
    });
    expect(response.headers.get('allow')).toBe(method === 'GET' ? 'POST' : null);
  });

  test('what comes near to nothing leads to the reference, which is there', async () => {
    const response = await fetch(`${service.url}/v1/charges`, { method: 'POST' });
    const { message } = (await response.json()) as { message: string };
    expect(message).toBe('There is no such operation; /docs lists them all.');
    expect((await fetch(`${service.url}/docs`)).status).toBe(200);
  });

  test('each refusal leads to its code in the reference, that of a token request as well', async () => {
    const page = await (await fetch(`${service.url}/docs`)).text();
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    const refused = [
      await fetch(`${service.url}${path}s`),
      await fetch(`${service.url}/nothing`),
      await fetch(`${service.url}/oauth2/token`, { method: 'POST', body: form }),
    ];
    const links = refused.map(
      ({ headers }) => /^<\/docs#(\S+)>; rel="help"$/.exec(headers.get('link') ?? '')?.[1],
    );
    expect(links).toEqual(['code-40301', 'code-40400', 'code-client_authentication_missing']);
    for (const id of links) expect(page).toContain(` id="${id}"`);
  });

  test.each([
    ['a secret', 'tsk_secret', 'This is no access token'],
    ['a token with another end', undefined, 'The access token is not valid here or no longer valid'],
  ])(
    'listTransactions 403: %s in the place of a token names the token endpoint',
    async (_what, token, words) => {
      const sent = token ?? `${merchant.token.slice(0, -4)}AAAA`;
      const response = await fetch(`${service.url}${path}s`, {
        headers: { authorization: `Bearer ${sent}` },
      });
      const { message } = (await response.json()) as { message: string };
      expect(message.startsWith(words), message).toBe(true);
      expect(message).toContain('POST /oauth2/token');
    },
  );
});
