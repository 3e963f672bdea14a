import { createPublicKey, X509Certificate } from 'node:crypto';
import {
  rotateSigningKeys,
  SIGNED_LIFETIMES,
} from '@titular/server/access-tokens/signing-keys/rotate-signing-keys.ts';
import { toLatin } from '@titular/server/evidence/latin.ts';
import { operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCamera, perform } from '../captures/phone.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { checkWithOpenssl, takeApart } from './read-pdf.ts';

const unknownId = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';
const ORDER = 'order-Ação-山田';

let service: TestService;
let merchant: Merchant;
let id: string;

beforeAll(async () => {
  service = await startTestService({ clock: createRunningClock() });
  merchant = await newMerchant(service);
  const opened = await openCamera(service, merchant, { orderNumber: ORDER });
  id = opened.id;
  expect(await perform(opened.phone, opened.attempt, 'a')).toMatchObject({ outcome: 'completed' });
  await eventually(async () => expect((await merchant.read(id)).body['status']).toBe('approved'));
});
afterAll(() => service.close());

const publishedKeys = async (): Promise<JSONWebKeySet> =>
  (await (await fetch(`${service.url}/oauth2/jwks`)).json()) as JSONWebKeySet;

const verify = async (receipt: string, typ = 'titular-decision+jwt') =>
  jwtVerify(receipt, createLocalJWKSet(await publishedKeys()), {
    algorithms: ['ES256'],
    typ,
    issuer: service.config.publicUrl,
    subject: id,
  });

const readDocument = async (one = merchant, transaction = id): Promise<Response> =>
  fetch(`${service.url}/api/public/v1/walletid/transactions/${transaction}/evidence.pdf`, {
    headers: { authorization: `Bearer ${one.token}` },
  });

describe('the receipt of an approval', () => {
  test('readReceipt 200: is verified with the published keys alone, and says what was decided on what', async () => {
    const { body } = await merchant.call('readReceipt', { id });
    const { payload } = await verify(String(body['receipt']));
    const digests = await service.service.database.db
      .selectFrom('capture_frames')
      .select(['image_digest'])
      .orderBy('step')
      .execute();
    expect(digests.length).toBeGreaterThan(0);
    expect(payload).toMatchObject({
      environment: 'test',
      tenant: merchant.tenant.tenantId,
      company: merchant.tenant.companyId,
      transaction: id,
      orderNumber: ORDER,
      module: 'post',
      status: 'approved',
      hasIdentityChanged: false,
      reasons: ['live', 'enrolled', 'enrolled_unproven'],
      checks: [
        { check: 'challenge', result: 'passed' },
        { check: 'one_person', result: 'passed' },
        { check: 'comparison', result: 'impossible' },
        { check: 'other_identities', result: 'passed' },
        { check: 'card_name', result: 'not_performed' },
        { check: 'links', result: 'not_done' },
        { check: 'signs', result: expect.stringMatching(/^(not_done|passed)$/) },
        { check: 'card_evidence', result: 'not_done' },
      ],
      matchThreshold: 0.5,
      captures: digests.map((row) => row.image_digest.toString('hex')),
      consent: { language: 'pt' },
    });
    expect(JSON.stringify(payload)).not.toMatch(/distance|Maria|41111111|score/);
    expect(payload).not.toHaveProperty('exp');
  });

  test('readReceipt 200: tells the same checks as the captures of the transaction', async () => {
    const { body } = await merchant.call('readReceipt', { id });
    const { payload } = await verify(String(body['receipt']));
    expect(payload['checks']).toEqual((await merchant.call('listCaptures', { id })).body['checks']);
  });

  test('a receipt with one changed sign, or taken for another kind of token, is not verified', async () => {
    const { body } = await merchant.call('readReceipt', { id });
    const receipt = String(body['receipt']);
    const [header, payload = '', signature] = receipt.split('.');
    const forged = Buffer.from(
      Buffer.from(payload, 'base64url').toString('utf8').replace('"approved"', '"Approved"'),
    ).toString('base64url');
    await expect(verify([header, forged, signature].join('.'))).rejects.toThrow();
    await expect(verify(receipt, 'at+jwt')).rejects.toThrow();
    const asToken = await fetch(`${service.url}/api/public/v1/walletid/transactions/${id}`, {
      headers: { authorization: `Bearer ${receipt}` },
    });
    expect(asToken.status).toBe(403);
  });

  test('readReceipt 200: one that was signed before a rotation of the keys is verified after it', async () => {
    const before = String((await merchant.call('readReceipt', { id })).body['receipt']);
    await rotateSigningKeys(operatorOf(service), service.service.masterKeys, SIGNED_LIFETIMES, 'receipt');
    // By then a process reads the keys again.
    service.moveClock(31);
    await eventually(async () => expect((await publishedKeys()).keys).toHaveLength(4));
    await verify(before);
  });

  test('readReceipt 400: readEvidence 400: what is not approved has none, and what is no id is 40004', async () => {
    const open = String((await merchant.create()).body['id']);
    for (const operation of ['readReceipt', 'readEvidence']) {
      expect((await merchant.call(operation, { id: open })).body['code']).toBe('40048');
      expect((await merchant.call(operation, { id: 'nonsense' })).body['code']).toBe('40004');
    }
  });

  test("readReceipt 404: readEvidence 404: another tenant's approval is as unknown as a random one (R17)", async () => {
    const other = await newMerchant(service);
    for (const operation of ['readReceipt', 'readEvidence']) {
      const foreign = await other.call(operation, { id });
      const random = await other.call(operation, { id: unknownId });
      expect([foreign.status, foreign.body['code']]).toEqual([404, '40401']);
      expect(foreign.text).toBe(random.text);
    }
  });
});

describe('the evidence of an approval', () => {
  test('readEvidence 200: is a PDF whose signature another program verifies, with a certificate of a published key', async () => {
    const response = await readDocument();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const document = Buffer.from(await response.arrayBuffer());
    expect(document.subarray(0, 5).toString()).toBe('%PDF-');
    const { signature, covered } = takeApart(document);
    const certificate = new X509Certificate(await checkWithOpenssl(signature, covered));
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    const own = certificate.publicKey.export({ format: 'jwk' });
    const published = (await publishedKeys()).keys.map((key) =>
      createPublicKey({ key: key as never, format: 'jwk' }).export({ format: 'jwk' }),
    );
    expect(published).toContainEqual(own);
  });

  test('a document of which any one byte was changed is not verified', async () => {
    const document = Buffer.from(await (await readDocument()).arrayBuffer());
    for (const at of [20, Math.floor(document.length / 3), document.length - 10]) {
      const { signature, covered } = takeApart(document);
      const changed = Buffer.from(covered);
      const place = Math.min(at, changed.length - 1);
      changed[place] = (changed[place] ?? 0) ^ 1;
      await expect(checkWithOpenssl(signature, changed)).rejects.toThrow();
    }
  });

  test('writes signs that its fonts lack as code points', () => {
    expect(toLatin('Ação')).toBe('Ação');
    expect(toLatin('山\n')).toBe('\\u{5c71}\\u{a}');
  });
});
