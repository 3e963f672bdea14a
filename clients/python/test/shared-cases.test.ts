import { CASE_ID } from '@titular/test-kit/client-cases/retry-cases.ts';
import { WEBHOOK_CASES } from '@titular/test-kit/client-cases/webhook-cases.ts';
import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { genuineDelivery, holdCases } from '../../suite/cases-suite.ts';
import { holdConnections } from '../../suite/connections-suite.ts';
import { holdOddValues } from '../../suite/odd-values-suite.ts';
import { holdRetryAfter } from '../../suite/time-limits-suite.ts';
import { holdTokenWaits, holdTokenWaitsTogether } from '../../suite/token-waits-suite.ts';
import { holdTokens } from '../../suite/tokens-suite.ts';
import { driveAsOthers as drive, hasPython, runPython } from './run-python.ts';

const credentials = { clientId: 'shop', clientSecret: 'canary-secret-4711' };
const READ = { method: 'readTransaction', args: [CASE_ID] };

describe.skipIf(!hasPython)('the Python client, as every client of the service', () => {
  holdCases(drive);
  holdOddValues(drive);
  holdRetryAfter(drive);

  test('a body with half of a character, which no bytes stand for, is not genuine (R40)', async () => {
    const broken = WEBHOOK_CASES.filter(({ payload }) => !payload.isWellFormed());
    const deliveries = broken.map(({ payload }) => ({ ...genuineDelivery(), payload }));
    const { results } = await drive({ deliveries });
    expect(results.map(({ error }) => error?.code)).toEqual(['no_matching_signature']);
  });

  test('an amount may be a Decimal of so many digits as a float has, and what has no form in JSON is named by its type', async () => {
    const program = `
import decimal, json, uuid
from titular.arguments import write_body
told = []
for value in map(decimal.Decimal, ["199.90", "12345678.91", "-0", "0.1234567890123456789", "NaN"]):
    try:
        told.append(write_body({"value": value}).decode())
    except TypeError as error:
        told.append(str(error))
try:
    write_body({"company": uuid.UUID("019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e")})
except TypeError as error:
    told.append(str(error))
print(json.dumps(told))`;
    const { stdout, stderr } = await runPython(['-c', program]);
    const noForm = (type: string) => `body cannot be written as JSON: it has no form for this ${type}`;
    expect([stderr, JSON.parse(stdout)]).toEqual([
      '',
      [
        ...['{"value": 199.9}', '{"value": 12345678.91}', '{"value": -0.0}'],
        ...[noForm('Decimal'), noForm('Decimal'), noForm('UUID')],
      ],
    ]);
  });

  test('each request names the client, because many gateways refuse the name of the platform', async () => {
    const service = await startScripted();
    await drive({ url: service.url, credentials, calls: [READ] });
    const named = [...service.tokenRequests, ...service.seen].map(({ headers }) => headers['user-agent']);
    expect(named).toEqual([0, 1].map(() => expect.stringMatching(/^titular-python\/\d+\.\d+\.\d+$/)));
  });

  test('a receiver that was not given secrets or a body as it came is told so, and not that the webhook is bad', async () => {
    const delivery = genuineDelivery();
    const changes = [
      { secrets: null },
      { secrets: [] },
      { secrets: [''] },
      { secrets: delivery.secrets[0] },
      { headers: null },
      { payload: {} },
    ];
    const { results } = await drive({ deliveries: changes.map((change) => ({ ...delivery, ...change })) });
    expect(results.map(({ wrong }) => wrong)).toEqual([
      'secrets is missing',
      'secrets[0] is missing',
      'secrets[0] is missing',
      'secrets must be a list, such as [secret]',
      'headers is missing',
      'payload must be the body as it came, text or bytes, and not what was parsed of it',
    ]);
  });
});

describe.skipIf(!hasPython)('the connections of the Python client', () => {
  holdConnections(drive, 'base_url', (job, proxy) => drive(job, { HTTPS_PROXY: proxy, https_proxy: proxy }));
});

describe.skipIf(!hasPython)('the access token of the Python client', () => {
  holdTokens(drive);
  holdTokenWaits(drive);
  holdTokenWaitsTogether(drive);

  test('is asked for once by threads that begin together, which share its failure', async () => {
    const service = await startScripted();
    const job = { url: service.url, credentials, isTogether: true, calls: Array(8).fill(READ) };
    const { results } = await drive(job);
    expect(results.map(({ value }) => value)).toEqual(Array(8).fill({ status: 'waiting' }));
    expect([service.seen.length, service.tokenRequests.length]).toEqual([8, 1]);
    service.tokenScript.push(...Array(8).fill({ status: 401, body: { error: 'invalid_client' } }));
    const refused = await drive(job);
    expect(refused.results.map(({ error }) => error?.code)).toEqual(Array(8).fill('invalid_client'));
    expect(service.tokenRequests.length).toBeLessThan(4);
  });
});
