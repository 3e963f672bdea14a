import { describe } from 'vitest';
import { holdPrivateKeys } from '../../suite/private-keys-suite.ts';
import { holdService, openGround } from '../../suite/service-suite.ts';
import { hasGo, openDriver } from './run-go.ts';

describe.skipIf(!hasGo)('the Go client and the running service', () => {
  const drive = openDriver();
  const ground = openGround(drive);
  holdService(ground, drive);
  holdPrivateKeys(ground, drive, { keySetting: 'PrivateKey', algorithmSetting: 'Algorithm' });
});
