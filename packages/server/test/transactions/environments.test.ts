import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@titular/server/config/config.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { startService } from '@titular/server/service.ts';
import { StartRefused } from '@titular/server/tenants/keys/master-key.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, Phone, registerShop } from '../captures/phone.ts';
import { checked, type Merchant, newMerchant } from './api.ts';

let directory: string;
let production: TestService;
let sandbox: TestService;
let productionMerchant: Merchant;
let sandboxMerchant: Merchant;

const writeKey = async (name: string): Promise<string> => {
  const file = join(directory, name);
  await writeFile(file, randomBytes(32).toString('base64'));
  return file;
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-test-'));
  const env = {
    TITULAR_ENV: 'production',
    TITULAR_PUBLIC_URL: 'https://pay.example',
    TITULAR_MASTER_KEY_FILE: await writeKey('production.key'),
  };
  production = await startTestService({ env });
  sandbox = await startTestService();
  productionMerchant = await newMerchant(production);
  sandboxMerchant = await newMerchant(sandbox);
});
afterAll(async () => {
  await Promise.all([production.close(), sandbox.close()]);
  await rm(directory, { recursive: true, force: true });
});

describe('test and production never mix (R23)', () => {
  test('createTransaction 403: readTransaction 403: a token of one is no token in the other', async () => {
    const pairs = [
      [production, sandboxMerchant],
      [sandbox, productionMerchant],
    ] as const;
    for (const [service, stranger] of pairs) {
      const answers = [
        await stranger.create({}, service),
        await stranger.read('019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e', service),
      ];
      for (const { status, body } of answers) expect([status, body['code']]).toEqual([403, '40301']);
    }
  });

  test('createTransaction 200: in production the link has the https address', async () => {
    const { status, body } = await productionMerchant.create();
    expect(status).toBe(200);
    expect(String(body['link'])).toMatch(/^https:\/\/pay\.example\/c\/[A-Za-z0-9_-]{32}$/);
  });

  test('openSession 403: code and SDK token of one open nothing in the other', async () => {
    await registerShop(production);
    const { body } = await productionMerchant.create();
    expect((await new Phone(sandbox).open({ code: codeOf(body['link']) })).status).toBe(403);
    expect((await new Phone(sandbox).openByToken(body['token'])).body['code']).toBe('40320');
  });

  test('openSession 200: in production the cookie is bound to host and encryption', async () => {
    const { body } = await productionMerchant.create();
    const response = await fetch(`${production.url}/capture/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: codeOf(body['link']) }),
    });
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-titular-capture=.+; Secure$/);
    expect((await checked('openSession', response)).status).toBe(200);
  });
});

describe('a start that must not go on', () => {
  const start = (changes: Record<string, string>) =>
    startService(
      readConfig({
        DATABASE_URL: production.config.databaseUrl,
        TITULAR_DATA_DIR: directory,
        TITULAR_ENGINE_THREADS: '1',
        PORT: String(Number(new URL(production.url).port)),
        ...changes,
      }),
      { log: createLog('silent') },
    );

  test('with the database of the other environment is refused (R23)', async () => {
    await expect(start({ TITULAR_ENV: 'test' })).rejects.toThrow(/belongs to the production environment/);
  });

  test('with another master key is refused and says which one is needed (R89)', async () => {
    const wrong = start({
      TITULAR_ENV: 'production',
      TITULAR_ERASURE_LEDGER: 'off',
      TITULAR_PUBLIC_URL: 'https://pay.example',
      TITULAR_MASTER_KEY_FILE: await writeKey('wrong.key'),
    });
    await expect(wrong).rejects.toBeInstanceOf(StartRefused);
    await expect(wrong).rejects.toThrow(production.service.masterKeys.known()[0]?.id ?? 'no key');
  });

  test('leaves the service that runs untouched', async () => {
    expect((await productionMerchant.create()).status).toBe(200);
  });
});
