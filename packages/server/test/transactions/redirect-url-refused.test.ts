import { openTenantKey, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from './api.ts';
import { badAddresses, notParsed, notPunycode } from './bad-addresses.ts';

let service: TestService;
let anyHost: Merchant;
let listed: Merchant;

beforeAll(async () => {
  service = await startTestService();
  [anyHost, listed] = await Promise.all([newMerchant(service), newMerchant(service)]);
  await service.service.database.db
    .updateTable('companies')
    .set({ redirect_hosts: ['shop.example'], app_schemes: ['com.example.shop'] })
    .where('company_id', '=', listed.tenant.companyId)
    .execute();
});
afterAll(() => service.close());

async function countOf(merchant: Merchant): Promise<number> {
  const { body } = await merchant.list();
  return (body['transactions'] as unknown[]).length;
}

/** Sends each address, and gives those that got anything but 400 with 40002 and a sentence about the field. */
async function letThrough(merchant: Merchant, addresses: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const redirectUrl of addresses) {
    const { status, body, text, headers } = await merchant.create({ redirectUrl });
    const isRefused =
      status === 400 && body['code'] === '40002' && /^redirectUrl /.test(String(body['message']));
    const isRepeated = redirectUrl.length > 8 && text.includes(redirectUrl);
    if (!isRefused || isRepeated || headers.has('location')) wrong.push(`${status} ${redirectUrl}`);
  }
  return wrong;
}

describe('addresses that are no place to go to are refused at create, and nothing is stored (R51)', () => {
  test.each(Object.keys(badAddresses))('createTransaction 400: %s', async (name) => {
    const before = await countOf(anyHost);
    expect(await letThrough(anyHost, badAddresses[name] ?? [])).toEqual([]);
    expect(await countOf(anyHost)).toBe(before);
  });

  test('createTransaction 400: whatever the URL standard calls a failure', async () => {
    expect(notParsed.filter((text) => URL.canParse(text))).toEqual([]);
    for (const merchant of [anyHost, listed])
      expect(await letThrough(merchant, [...notParsed, ...notPunycode])).toEqual([]);
    expect(await countOf(anyHost)).toBe(0);
  });

  test('createTransaction 400: a host or app scheme that is not on the list of the company', async () => {
    const addresses = [
      ...[
        'evil.example',
        'sub.shop.example',
        'shop.example.evil.example',
        'evilshop.example',
        'shop.example.',
        'shop-example',
      ],
      ...[
        'shop.exampl',
        '127.0.0.1',
        '[::1]',
        'localhost',
        'evil.example/shop.example',
        'evil.example?shop.example',
      ],
      ...['evil.example#shop.example', 'shop%2eexample.evil.example', 'evil.example:443'],
    ].map((rest) => `https://${rest}`);
    const apps = [
      'com.example.sho://x',
      'com.example.shop.x://x',
      'example.shop://x',
      'com.example-shop://x',
    ];
    expect(await letThrough(listed, [...addresses, ...apps, 'com.example.shop'])).toEqual([]);
    expect(await countOf(listed)).toBe(0);
  });

  test('createTransaction 200: what is on the list is kept as it was sent', async () => {
    const key = await openTenantKey(service, listed.tenant.tenantId);
    for (const redirectUrl of [
      'https://shop.example/back?a=%0d%0a&b=1#x',
      'https://SHOP.example:8443/',
      'com.example.shop://done?x=1',
      `https://shop.example/${'x'.repeat(2027)}`,
    ]) {
      const { status, body } = await listed.create({ redirectUrl });
      expect(status, redirectUrl).toBe(200);
      const row = await service.service.database.db
        .selectFrom('transactions')
        .select('sealed_redirect_url')
        .where('transaction_id', '=', asId(String(body['id'])))
        .executeTakeFirstOrThrow();
      const kept = key.unseal(
        'transactions',
        String(body['id']),
        'sealed_redirect_url',
        row.sealed_redirect_url ?? Buffer.alloc(0),
      );
      expect(JSON.parse(kept.toString('utf8'))).toEqual({ redirectUrl });
    }
  });
});
