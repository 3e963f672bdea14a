import { describe } from 'vitest';
import { holdPrivateKeys } from '../../suite/private-keys-suite.ts';
import { holdService, openGround } from '../../suite/service-suite.ts';
import { hasJava, openDriver } from './run-java.ts';

describe.skipIf(!hasJava)('the Java client and the running service', () => {
  const drive = openDriver();
  const ground = openGround(drive);
  holdService(ground, drive);
  holdPrivateKeys(ground, drive, { keySetting: 'privateKey', algorithmSetting: 'algorithm' });
});
