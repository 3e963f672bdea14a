import { loadSigningKeys } from '@titular/server/access-tokens/signing-keys/signing-keys.ts';
import { createSdkTokenIssuer, createSdkTokenVerifier } from '@titular/server/captures/links/sdk-token.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { cancelAsOperator } from '@titular/server/transactions/index.ts';
import { operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from './api.ts';

let service: TestService;
let merchant: Merchant;
beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const subjectsOf = async (action: string): Promise<string[]> => {
  const { db } = service.service.database;
  const rows = await db
    .selectFrom('audit_log')
    .select('subject')
    .where('tenant_id', '=', merchant.tenant.tenantId)
    .where('action', '=', action)
    .execute();
  return rows.map(({ subject }) => subject);
};

test('renewLink 200: an id in capitals, as some databases write it, gives a token for the transaction as every other answer names it (R32, R56)', async () => {
  const id = String((await merchant.create()).body['id']);
  const { body } = await merchant.call('renewLink', { id: id.toUpperCase() });
  expect(body['id']).toBe(id);
  expect(decodeJwt(String(body['token'])).jti).toBe(id);
});

test('cancelTransaction 200: the audit log names a transaction in one spelling, whatever the operator typed (R32)', async () => {
  const id = String((await merchant.create()).body['id']);
  const { tenantId } = merchant.tenant;
  await cancelAsOperator(operatorOf(service), tenantId, id.toUpperCase());
  expect(await subjectsOf('transaction.cancel')).toEqual([`transaction/${id}`]);
  const other = String((await merchant.create()).body['id']);
  expect((await merchant.call('cancelTransaction', { id: other.toUpperCase() })).status).toBe(200);
});

test('an SDK token that was signed for an id in capitals is one for the transaction (R56)', async () => {
  const { database, masterKeys } = service.service;
  const { publicUrl, environment } = service.config;
  const keys = await loadSigningKeys({ db: database.db, masterKeys, clock: systemClock });
  const id = newId();
  const now = new Date();
  const token = await createSdkTokenIssuer(
    keys,
    publicUrl,
    environment,
  )({
    ...{ tenantId: merchant.tenant.tenantId, subjectId: id.toUpperCase() as typeof id },
    ...{ origins: [], now, expiresAt: new Date(now.getTime() + 60_000) },
  });
  const verify = createSdkTokenVerifier(keys, publicUrl, environment);
  expect(await verify(token, now)).toMatchObject({ kind: 'valid', subjectId: id });
});
