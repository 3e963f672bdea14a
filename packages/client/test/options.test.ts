import { REFUSED_ADDRESSES } from '@titular/test-kit/client-cases/address-cases.ts';
import { CASE_REQUEST } from '@titular/test-kit/client-cases/retry-cases.ts';
import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { type Credentials, createEventHandler, Titular } from '../src/index.ts';
import { clientOf, SECRET } from './scripted-service.ts';

const caught = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('options that cannot work are refused when the client is made', () => {
  const credentials: Credentials = { kind: 'clientSecret', clientId: 'shop', clientSecret: SECRET };
  const baseUrl = 'https://titular.example';

  test.each([
    [{ baseUrl: 'titular.example' }, 'baseUrl must be an https address'],
    [{ baseUrl: 'http://titular.example' }, 'baseUrl is http'],
    [{ baseUrl: 'https://a:b@titular.example' }, 'baseUrl must not have a user'],
    [{ baseUrl: 'https://titular.example/?a' }, 'baseUrl must not have'],
    [{ timeoutMs: 0 }, 'timeoutMs must be'],
    [{ timeoutMs: Number.NaN }, 'timeoutMs must be'],
    [{ maxRetries: 21 }, 'maxRetries must be'],
    [{ credentials: { ...credentials, clientSecret: undefined } }, 'credentials.clientSecret is missing'],
    [{ credentials: { kind: 'password' } }, 'credentials.kind must be'],
    [{ credentials: undefined }, 'credentials.kind must be'],
    [{ baseUrl: undefined }, 'baseUrl must be an https address'],
    [{ clock: { now: Date.now, sleep: async () => undefined } }, 'clock must have now, elapsed and sleep'],
  ])('%j', (options, sentence) => {
    expect(() => new Titular({ baseUrl, credentials, ...options } as never)).toThrow(sentence);
  });

  test.each(REFUSED_ADDRESSES)('the address %j, as in every client of the service', (refused) => {
    const make = (): Titular => new Titular({ baseUrl: refused, credentials });
    expect(make).toThrow(/^baseUrl (?!.*canary)/);
  });

  test.each([undefined, null])('no options but %j', (options) => {
    expect(() => new Titular(options as never)).toThrow(
      new TypeError('options are missing: give baseUrl and credentials'),
    );
    expect(() => createEventHandler(options as never)).toThrow(new TypeError('handlers is missing'));
  });

  test.each([42, null, {}, '', 'with a space'])(
    'for a create the idempotencyKey %j, before anything is sent',
    async (idempotencyKey) => {
      const service = await startScripted();
      const { client } = clientOf(service);
      for (const calls of [client.transactions, client.processes]) {
        const error = await caught(calls.create({} as never, { idempotencyKey } as never));
        expect(error).toEqual(
          new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters without spaces'),
        );
      }
      expect([service.seen, service.tokenRequests]).toEqual([[], []]);
    },
  );

  test.each([
    'https://titular.example/',
    'https://titular.example/api/public/v1',
    'https://titular.example/api/public/v1/',
    'http://127.0.0.1:8787',
    'http://localhost:8787',
    'http://[::1]:8787',
  ])('and %s is good', (address) => {
    expect(new Titular({ baseUrl: address, credentials })).toBeInstanceOf(Titular);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])(
    'the number %d, which JSON has no word for, is a TypeError, and nothing is sent',
    async (value) => {
      const service = await startScripted();
      const { client } = clientOf(service);
      const wrong = client.transactions.create({ ...CASE_REQUEST, value } as never);
      expect(await caught(wrong)).toEqual(new TypeError('value must be a finite number'));
      expect([service.seen.length, service.tokenRequests.length]).toEqual([0, 0]);
    },
  );

  test.each(['', '.', '..'])('an id %j, which would lead to another address, is a TypeError', async (id) => {
    const service = await startScripted();
    const { client } = clientOf(service);
    expect(await caught(client.transactions.get(id))).toBeInstanceOf(TypeError);
    expect(await caught(client.processes.history(id))).toBeInstanceOf(TypeError);
    await caught(client.transactions.get('../../oauth2/token?x#y'));
    expect(service.seen.map(({ path }) => path)).toEqual([
      '/api/public/v1/walletid/transactions/..%2F..%2Foauth2%2Ftoken%3Fx%23y',
    ]);
  });
});
