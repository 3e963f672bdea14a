import { describe } from 'vitest';
import { holdRetryAfter, holdTimeLimits } from '../../suite/time-limits-suite.ts';
import { hasGo, openDriver } from './run-go.ts';

describe.skipIf(!hasGo)('the context of a call of the Go client', () => {
  const drive = openDriver();
  holdTimeLimits(drive, { late: { isLate: true }, canceled: { isCanceled: true } });
  holdRetryAfter(drive);
});
