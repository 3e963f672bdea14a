import { describe, expect, test } from 'vitest';
import { holdPrivateKeys } from '../../suite/private-keys-suite.ts';
import { holdService, openGround, SIGN } from '../../suite/service-suite.ts';
import { driveAsOthers as client, hasCryptography, hasPython } from './run-python.ts';

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

  describe.skipIf(!hasCryptography)('with private keys', () => {
    holdPrivateKeys(ground, client, { keySetting: 'private_key', algorithmSetting: 'algorithm' });
  });
});
