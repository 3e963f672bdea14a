import { describe } from 'vitest';
import { holdRetryAfter, holdTimeLimits } from '../../suite/time-limits-suite.ts';
import { hasJava, openDriver } from './run-java.ts';

describe.skipIf(!hasJava)('the limit of a call of the Java client', () => {
  const drive = openDriver();
  holdTimeLimits(drive, { canceled: { isInterrupted: true } });
  holdRetryAfter(drive);
});
