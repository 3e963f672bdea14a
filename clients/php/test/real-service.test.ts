import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { holdService, openGround, SIGN } from '../../suite/service-suite.ts';
import { drive, hasPhp } from './run-php.ts';

describe.skipIf(!hasPhp)('the PHP client and the running service', () => {
  const ground = openGround(drive);
  const byKey = () => ({
    account: ground.tenant.account,
    tenantId: ground.tenant.tenantId,
    keyId: ground.tenant.keyId,
  });

  holdService(ground, drive);

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

  test('refuse a private key that cannot sign, without a word of it', async () => {
    const encoding = { type: 'pkcs8', format: 'pem' } as const;
    const wrongs = [
      'canary-key-4711',
      'file:///etc/hostname',
      generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export(encoding),
      generateKeyPairSync('ed25519').privateKey.export(encoding),
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
        ...encoding,
        cipher: 'aes-256-cbc',
        passphrase: 'canary',
      }),
    ];
    for (const privateKey of wrongs) {
      const [told] = await ground.run([], { credentials: { ...byKey(), privateKey } });
      expect(told?.wrong).toContain('privateKey is no key that can sign here');
      expect(told?.text).not.toContain('canary');
    }
    const credentials = { ...byKey(), privateKey: ground.tenant.privateKeyPem, algorithm: 'RS256' };
    const [told] = await ground.run([], { credentials });
    expect(told?.wrong).toBe('algorithm is RS256, but privateKey signs ES256');
  });
});
