import { describe } from 'vitest';
import { holdCases } from '../../../clients/suite/cases-suite.ts';
import { holdEnds, holdRepeats } from '../../../clients/suite/connections-suite.ts';
import { holdRetryAfter } from '../../../clients/suite/time-limits-suite.ts';
import { drive } from './drive.ts';

describe('the TypeScript client, as every client of the service', () => {
  holdCases(drive);
  holdEnds(drive);
  holdRepeats(drive);
  holdRetryAfter(drive);
});
