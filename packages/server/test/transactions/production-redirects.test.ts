import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '@titular/server/kernel/base/log.ts';
import { changeSettings, parseSettings, readSettings } from '@titular/server/settings/change-settings.ts';
import { warnOfOpenRedirects } from '@titular/server/tenants/redirects/warn-of-open-redirects.ts';
import { operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from './api.ts';

let directory: string;
let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-test-'));
  const file = join(directory, 'production.key');
  await writeFile(file, randomBytes(32).toString('base64'));
  service = await startTestService({
    env: {
      TITULAR_ENV: 'production',
      TITULAR_PUBLIC_URL: 'https://pay.example',
      TITULAR_MASTER_KEY_FILE: file,
    },
  });
  merchant = await newMerchant(service);
});
afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true, force: true });
});

const owner = () => ({ kind: 'company', ...merchant.tenant }) as const;
const setHosts = (text: string) =>
  changeSettings(operatorOf(service), owner(), parseSettings('company', new Map([['redirect-hosts', text]])));
const create = () => merchant.create({ redirectUrl: 'https://shop.example/back' });

async function warningsOf(environment: 'test' | 'production'): Promise<unknown[]> {
  const told: unknown[] = [];
  const log = { warn: (fields: unknown) => told.push(fields) } as unknown as Log;
  await warnOfOpenRedirects(service.service.database.db, environment, log);
  return told;
}

test('createTransaction 400: a company made in production has no place to go to until its operator says one (A-20)', async () => {
  const { companyId, tenantId } = merchant.tenant;
  expect((await readSettings(operatorOf(service), owner()))['redirect-hosts']).toEqual(['none']);
  const { status, body } = await create();
  expect([status, body['code']]).toEqual([400, '40002']);
  expect(body['message']).toContain(
    `titular settings set redirect-hosts=shop.example --company ${companyId} --tenant ${tenantId}`,
  );
});

test('a start in production tells which companies of earlier versions go anywhere, and is silent once that was said on purpose (A-20)', async () => {
  expect(await warningsOf('production')).toEqual([]);
  await setHosts('');
  expect(await warningsOf('production')).toEqual([{ companies: [merchant.tenant.companyId] }]);
  expect(await warningsOf('test')).toEqual([]);
  await setHosts('any');
  expect(await warningsOf('production')).toEqual([]);
});
