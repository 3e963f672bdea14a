import { generateKeyPairSync } from 'node:crypto';
import {
  loadSigningKeys,
  type SigningKeys,
} from '@titular/server/access-tokens/signing-keys/signing-keys.ts';
import { createSdkTokenIssuer, createSdkTokenVerifier } from '@titular/server/captures/links/sdk-token.ts';
import { addSeconds, systemClock } from '@titular/server/kernel/base/clock.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { checkDeployment } from '@titular/server/tenants/check-deployment.ts';
import { fixedMasterKeys, parseMasterKey } from '@titular/server/tenants/keys/master-key.ts';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const issuer = 'https://pay.example';
const now = new Date('2026-11-20T12:00:00Z');
const subject = { tenantId: newId(), subjectId: newId(), origins: ['https://shop.example'] };
const claims = { tenant: subject.tenantId, env: 'test', origins: subject.origins };

let clone: ClonedDatabase;
let database: Database;
let keys: SigningKeys;

beforeAll(async () => {
  clone = await cloneDatabase();
  database = connect(clone.connectionString, 2, () => undefined);
  const masterKeys = await fixedMasterKeys(parseMasterKey(Buffer.alloc(32, 7).toString('base64')));
  await checkDeployment(database.db, 'test', masterKeys);
  keys = await loadSigningKeys({ db: database.db, masterKeys, clock: systemClock });
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

const issue = (expiresAt = addSeconds(now, 1800)): Promise<string> =>
  createSdkTokenIssuer(keys, issuer, 'test')({ ...subject, now, expiresAt });
const verify = (token: string, at = now) => createSdkTokenVerifier(keys, issuer, 'test')(token, at);

/** A token signed with a key of the service, so that only what the case changes can be the reason to refuse it. */
async function signed(
  changes: { payload?: object; header?: object; purpose?: 'sdk-token' | 'access-token' } = {},
): Promise<string> {
  const { kid, privateKey } = await keys.current(changes.purpose ?? 'sdk-token');
  const payload = {
    ...claims,
    iss: issuer,
    aud: `${issuer}/capture`,
    jti: subject.subjectId,
    iat: now.getTime() / 1000,
    exp: now.getTime() / 1000 + 60,
    ...changes.payload,
  };
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'ES256', typ: 'titular-sdk+jwt', kid, ...changes.header })
    .sign(privateKey);
}

describe('SDK tokens (R56)', () => {
  test('name the transaction, the tenant, its web origins and the environment, in a type of their own', async () => {
    const token = await issue();
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'titular-sdk+jwt' });
    expect(decodeJwt(token)).toEqual({
      ...claims,
      iss: issuer,
      aud: `${issuer}/capture`,
      jti: subject.subjectId,
      iat: now.getTime() / 1000,
      exp: now.getTime() / 1000 + 1800,
    });
    const { tenantId, subjectId } = subject;
    expect(await verify(token)).toEqual({ kind: 'valid', tenantId, subjectId, origins: subject.origins });
    expect((await verify(await signed())).kind).toBe('valid');
  });

  test('end at their second, without leeway', async () => {
    const token = await issue(addSeconds(now, 60));
    expect((await verify(token, addSeconds(now, 59))).kind).toBe('valid');
    expect(await verify(token, addSeconds(now, 60))).toEqual({ kind: 'expired' });
  });

  test('are not called wrong while the database of the keys is away: that is a fault (R79)', async () => {
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const verifyAway = createSdkTokenVerifier({ ...keys, find: () => Promise.reject(away) }, issuer, 'test');
    await expect(verifyAway(await issue(), now)).rejects.toBe(away);
    expect(await verifyAway('no token', now)).toEqual({ kind: 'invalid' });
  });

  test.each([
    ['of the other environment (R23)', { payload: { env: 'production' } }],
    ['without an environment', { payload: { env: undefined } }],
    ['of another issuer', { payload: { iss: 'https://other.example' } }],
    ['for the API', { payload: { aud: `${issuer}/api/public/v1` } }],
    ['for everybody', { payload: { aud: undefined } }],
    ['without an end', { payload: { exp: undefined } }],
    ['with a transaction that is no id', { payload: { jti: 'x' } }],
    ['without origins', { payload: { origins: undefined } }],
    ['with origins that are no texts', { payload: { origins: [7] } }],
    ['without a transaction', { payload: { jti: undefined } }],
    ['with a tenant that is no id', { payload: { tenant: "' OR 1=1" } }],
    ['without a tenant', { payload: { tenant: undefined } }],
    ['of a common type', { header: { typ: 'JWT' } }],
    ['of the type of access tokens (R10)', { header: { typ: 'at+jwt' } }],
    ['without a type', { header: { typ: undefined } }],
    ['of an unknown key', { header: { kid: 'nobody' } }],
    ['without a key', { header: { kid: undefined } }],
    ['signed with the key of access tokens (R10)', { purpose: 'access-token' }],
  ] as const)('%s are refused', async (_what, changes) => {
    expect(await verify(await signed(changes))).toEqual({ kind: 'invalid' });
  });

  test('with any character changed are refused', async () => {
    const token = await issue();
    for (let at = 0; at < token.length; at += 7) {
      const other = token[at] === 'A' ? 'B' : 'A';
      const altered = token.slice(0, at) + other + token.slice(at + 1);
      if (altered !== token) expect(await verify(altered), `character ${at}`).toEqual({ kind: 'invalid' });
    }
  });

  test("unsigned, signed with a key of one's own, or in another spelling are refused (R7)", async () => {
    const token = await issue();
    const [header, payload, signature] = token.split('.');
    const none = Buffer.from('{"alg":"none","typ":"titular-sdk+jwt"}').toString('base64url');
    const { kid } = await keys.current('sdk-token');
    const own = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const forged = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'ES256', typ: 'titular-sdk+jwt', kid })
      .sign(own);
    for (const wrong of [
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      forged,
      `${token}=`,
      ` ${token}`,
      `${header}.${payload}.${signature}.x`,
      `${header}.${payload}`,
      '..',
      '',
    ]) {
      expect(await verify(wrong)).toEqual({ kind: 'invalid' });
    }
  });
});
