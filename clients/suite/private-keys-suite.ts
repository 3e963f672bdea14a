import { constants, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { expect, test } from 'vitest';
import type { DrivenClient } from './driven-client.ts';
import { type openGround, SIGN } from './service-suite.ts';

/** PS256 has a salt as long as the digest (RFC 7518 section 3.5). */
const PSS = {
  padding: constants.RSA_PKCS1_PSS_PADDING,
  saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
};

/** A new key of an algorithm, as PKCS#8 PEM, with its public half. */
function newKey(algorithm: string): { pem: string; publicKey: KeyObject } {
  const { privateKey, publicKey } =
    algorithm === 'EdDSA'
      ? generateKeyPairSync('ed25519')
      : algorithm === 'ES256'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), publicKey };
}

/** How a client signs by each algorithm with a key that it gets by `setting`. */
export function holdAlgorithms(drive: DrivenClient, setting: string): void {
  test.each(['ES256', 'RS256', 'PS256', 'EdDSA'])(
    'sign with a key of %s as the algorithm says (R1)',
    async (algorithm) => {
      const { pem, publicKey } = newKey(algorithm);
      const service = await startScripted();
      const credentials = { account: 'shop', tenantId: 'tenant', keyId: 'key-1', algorithm, [setting]: pem };
      await drive({ url: service.url, credentials, calls: [{ method: 'readLimits' }] });
      const assertion = new URLSearchParams(service.tokenRequests[0]?.body).get('assertion') ?? '';
      const [header = '', claims = '', signature = ''] = assertion.split('.');
      const isGood = verify(
        algorithm === 'EdDSA' ? null : 'sha256',
        Buffer.from(`${header}.${claims}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363', ...(algorithm === 'PS256' ? PSS : {}) },
        Buffer.from(signature, 'base64url'),
      );
      const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
      expect([isGood, read(header)]).toEqual([true, { alg: algorithm, typ: 'JWT', kid: 'key-1' }]);
      const name = `shop@tenant.${new URL(service.url).host}`;
      const { iat, ...told } = read(claims);
      const parties = { iss: name, sub: name, aud: `${service.url}/oauth2/token` };
      expect(told).toEqual({ ...parties, jti: expect.any(String), exp: iat + 60 });
    },
  );
}

/** How a client that signs assertions itself does it; the names of its settings are those of the language. */
export function holdPrivateKeys(
  ground: ReturnType<typeof openGround>,
  drive: DrivenClient,
  { keySetting, algorithmSetting }: { keySetting: string; algorithmSetting: string },
): void {
  const byKey = () => ({
    account: ground.tenant.account,
    tenantId: ground.tenant.tenantId,
    keyId: ground.tenant.keyId,
  });

  test('get a token for an assertion that is signed elsewhere', async () => {
    const credentials = { ...byKey(), algorithm: 'ES256' };
    const env = { NODE: process.execPath, SIGN, KEY: ground.tenant.privateKeyPem };
    const [told] = await ground.run([{ method: 'readLimits' }], { credentials }, env);
    expect(told).toMatchObject({ value: { limits: expect.any(Array) } });
  });

  test('get a token for an assertion that a private key signs, and show nothing of the key', async () => {
    const credentials = { ...byKey(), privateKey: ground.tenant.privateKeyPem };
    const job = { url: ground.service.url, credentials, calls: [{ method: 'readLimits' }] };
    const { results, shown } = await drive(job);
    expect(results[0]).toMatchObject({ value: { limits: expect.any(Array) } });
    expect(shown).not.toContain(ground.tenant.privateKeyPem.split('\n')[1]);
  });

  holdAlgorithms(drive, 'privateKey');

  test('refuse a private key that cannot sign, without a word of it', async () => {
    const encoding = { type: 'pkcs8', format: 'pem' } as const;
    const { privateKey: good } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const wrongs = [
      'canary-key-4711',
      'file:///etc/hostname',
      generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export(encoding),
      generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export(encoding),
      good.export({ ...encoding, cipher: 'aes-256-cbc', passphrase: 'canary' }),
    ];
    for (const privateKey of wrongs) {
      const [told] = await ground.run([], { credentials: { ...byKey(), privateKey } });
      expect(told?.wrong).toContain(`${keySetting} is no key that can sign here`);
      expect(told?.text).not.toContain('canary');
    }
    const credentials = { ...byKey(), privateKey: ground.tenant.privateKeyPem, algorithm: 'RS256' };
    const [told] = await ground.run([], { credentials });
    expect(told?.wrong).toBe(`${algorithmSetting} is RS256, but ${keySetting} signs ES256`);
  });
}
