import { describe, expect, test } from 'vitest';
import { genuineDelivery, holdCases } from '../../suite/cases-suite.ts';
import { holdOddValues } from '../../suite/odd-values-suite.ts';
import { hasGo, openDriver } from './run-go.ts';

describe.skipIf(!hasGo)('the Go client, as every client of the service', () => {
  const drive = openDriver();
  holdCases(drive);
  holdOddValues(drive);

  test('a receiver that was given no secrets is told so, and not that the webhook is bad', async () => {
    const deliveries = [[], ['']].map((secrets) => ({ ...genuineDelivery(), secrets }));
    const { results } = await drive({ deliveries });
    expect(results.map(({ wrong }) => wrong)).toEqual(['Secrets[0] is missing', 'Secrets[0] is missing']);
  });
});
