import { CASE_ID } from '@titular/test-kit/client-cases/retry-cases.ts';
import {
  WAIT_CASES,
  WAIT_LIMIT_SECONDS,
  WAIT_REQUEST_LIMIT_SECONDS,
} from '@titular/test-kit/client-cases/wait-cases.ts';
import { WEBHOOK_CASES } from '@titular/test-kit/client-cases/webhook-cases.ts';
import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { genuineDelivery, holdCases } from '../../../clients/suite/cases-suite.ts';
import { holdEnds, holdRepeats } from '../../../clients/suite/connections-suite.ts';
import { holdRetryAfter } from '../../../clients/suite/time-limits-suite.ts';
import { holdTokenWaits, holdTokenWaitsTogether } from '../../../clients/suite/token-waits-suite.ts';
import { Titular } from '../src/index.ts';
import { drive } from './drive.ts';
import { SECRET } from './scripted-service.ts';

describe('as every client of the service', () => {
  holdCases(drive);
  holdEnds(drive);
  holdRepeats(drive);
  holdRetryAfter(drive);
  holdTokenWaits(drive);
  holdTokenWaitsTogether(drive);

  test('a text with half of a character, which no bytes stand for, is not genuine (R40)', async () => {
    const broken = WEBHOOK_CASES.filter(({ payload }) => !payload.isWellFormed());
    const deliveries = broken.map(({ payload }) => ({ ...genuineDelivery(), payload }));
    const { results } = await drive({ deliveries });
    expect(results.map(({ error }) => error?.code)).toEqual(['no_matching_signature']);
  });

  test.each(WAIT_CASES)(
    'a wait ends by its limit when $name (R71, R72)',
    async ({ script, tokenScript = [] }) => {
      const service = await startScripted();
      service.script.push(...script);
      service.tokenScript.push(...tokenScript);
      const client = new Titular({
        baseUrl: service.url,
        credentials: { kind: 'clientSecret', clientId: 'shop', clientSecret: SECRET },
        timeoutMs: WAIT_REQUEST_LIMIT_SECONDS * 1000,
      });
      const options = { timeoutMs: WAIT_LIMIT_SECONDS * 1000 };
      const waits = [client.waitForFinal(CASE_ID, options), client.processes.waitForFinal(CASE_ID, options)];
      const told = await Promise.allSettled(waits);
      for (const one of told) expect(one).toMatchObject({ status: 'rejected', reason: { kind: 'timeout' } });
    },
    60_000,
  );
});
