import { describe, expect, test } from 'vitest';
import { genuineDelivery, holdCases } from '../../suite/cases-suite.ts';
import { holdOddValues } from '../../suite/odd-values-suite.ts';
import { hasJava, openDriver } from './run-java.ts';

describe.skipIf(!hasJava)('the Java client, as every client of the service', () => {
  const drive = openDriver();
  holdCases(drive);
  holdOddValues(drive);

  test('a receiver that was given no secrets is told so, and not that the webhook is bad', async () => {
    const deliveries = [[], ['']].map((secrets) => ({ ...genuineDelivery(), secrets }));
    const { results } = await drive({ deliveries });
    expect(results.map(({ wrong }) => wrong)).toEqual(['secrets[0] is missing', 'secrets[0] is missing']);
  });
});
