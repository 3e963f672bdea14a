import { describe, expect, test } from 'vitest';
import { inSnakeCase } from '../../suite/driven-client.ts';
import { holdService, openGround, SIGN } from '../../suite/service-suite.ts';
import { drive, hasCryptography, hasPython } from './run-python.ts';

const client = inSnakeCase(drive);

describe.skipIf(!hasPython)('the Python client and the running service', () => {
  const ground = openGround(client);

  holdService(ground, client);

  test('get a token for an assertion that is signed elsewhere, without any package', async () => {
    const { account, tenantId, keyId, privateKeyPem } = ground.tenant;
    const credentials = { account, tenantId, keyId, algorithm: 'ES256' };
    const env = { NODE: process.execPath, SIGN, KEY: privateKeyPem };
    const [told] = await ground.run([{ method: 'readLimits' }], { credentials }, env);
    expect(told).toMatchObject({ value: { limits: expect.any(Array) } });
  });

  test.skipIf(!hasCryptography)('get a token for an assertion that a private key signs', async () => {
    const { account, tenantId, keyId, privateKeyPem: privateKey } = ground.tenant;
    const credentials = { account, tenantId, keyId, privateKey };
    const [told] = await ground.run([{ method: 'readLimits' }], { credentials });
    expect(told).toMatchObject({ value: { limits: expect.any(Array) } });
    await expect(
      ground.run([], { credentials: { ...credentials, privateKey: 'canary-key-4711' } }),
    ).rejects.toThrow('private_key is no key that can sign here');
  });
});
