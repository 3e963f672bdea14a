import { CIRCLE, LONG_SENTENCE, ODD_REQUEST_IDS } from '@titular/test-kit/client-cases/answer-cases.ts';
import { CASE_ID, CASE_REQUEST } from '@titular/test-kit/client-cases/retry-cases.ts';
import { refusal, startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { clientOf } from './scripted-service.ts';

const BROKEN_TEXT = 'half \ud800';

const caught = (promise: Promise<unknown>): Promise<Record<string, unknown>> =>
  promise.then(
    () => ({}),
    (error: Record<string, unknown>) => error,
  );

describe('as every client of the service', () => {
  test.each(ODD_REQUEST_IDS)('a request id that is none of the service is not told: %s', async (id) => {
    const service = await startScripted();
    const headers = { 'x-request-id': id };
    service.script.push(refusal('40401', headers));
    service.tokenScript.push({ status: 401, body: { error: 'invalid_client' }, headers });
    const told: unknown[] = [];
    const hooks = { onResponse: ({ requestId }: { requestId: string | undefined }) => told.push(requestId) };
    const { client } = clientOf(service, { hooks });
    for (const status of [401, 404])
      expect(await caught(client.transactions.get(CASE_ID))).toMatchObject({ status, requestId: undefined });
    expect(told.filter((one) => one !== undefined)).toEqual(['request-1']);
  });

  test('a sentence that came is told up to a thousand characters', async () => {
    const service = await startScripted();
    service.script.push({ status: 400, body: { code: '40002', message: LONG_SENTENCE } });
    const { client } = clientOf(service);
    const { message } = await caught(client.transactions.get(CASE_ID));
    expect(message).toBe(`40002: ${[...LONG_SENTENCE].slice(0, 1000).join('')}`);
  });

  test('pages that lead in a circle end with an error', async () => {
    const service = await startScripted();
    service.script.push(
      ...CIRCLE.map((nextCursor) => ({ status: 200, body: { transactions: [], nextCursor } })),
    );
    const { client } = clientOf(service);
    const goThrough = async (): Promise<void> => {
      for await (const _ of client.transactions.list().pages());
    };
    expect(await caught(goThrough())).toMatchObject({ kind: 'network', reason: 'BROKEN_ANSWER' });
    expect(service.seen.length).toBeLessThan(CIRCLE.length);
  });

  test('an order number that no number holds to its last digit is refused before anything is sent', async () => {
    const service = await startScripted();
    const { client } = clientOf(service);
    const create = (orderNumber: number) => client.transactions.create({ ...CASE_REQUEST, orderNumber });
    const { message } = await caught(create(Number('9007199254740993')));
    expect(message).toBe('orderNumber has more digits than a number holds: give a text');
    expect([service.seen.length, service.tokenRequests.length]).toEqual([0, 0]);
    await create(Number.MAX_SAFE_INTEGER);
    expect(service.seen[0]?.body).toContain('"orderNumber":9007199254740991');
  });

  test('a text that is none is refused before anything is sent, in a body, an id and a query', async () => {
    const service = await startScripted();
    const { client } = clientOf(service);
    const goThrough = async (): Promise<void> => {
      for await (const _ of client.transactions.list({ orderNumber: BROKEN_TEXT }));
    };
    const told = [
      await caught(client.transactions.create({ ...CASE_REQUEST, orderNumber: BROKEN_TEXT })),
      await caught(client.transactions.get(BROKEN_TEXT)),
      await caught(goThrough()),
    ];
    expect(told.map(({ message }) => message)).toEqual([
      'orderNumber is no text of Unicode',
      'the id is not an id',
      'a parameter is no text of Unicode',
    ]);
    expect([service.seen.length, service.tokenRequests.length]).toEqual([0, 0]);
  });
});
