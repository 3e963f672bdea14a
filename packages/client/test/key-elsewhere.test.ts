import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { holdSigning } from '../../../clients/suite/tokens-suite.ts';
import { type SignAssertion, Titular } from '../src/index.ts';
import { drive } from './drive.ts';
import { clientOf } from './scripted-service.ts';
import { TIMEOUT_MS } from './test-clock.ts';

const account = { kind: 'assertion', account: 'shop', tenantId: 'tenant', keyId: 'one' } as const;
const caught = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

describe('an access token, as in every client', () => {
  holdSigning(drive);
});

describe('a key that signs elsewhere', () => {
  test('is asked for each assertion anew, with the bytes that it signs and its algorithm in their header (R1)', async () => {
    const service = await startScripted();
    const signed: string[] = [];
    const sign: SignAssertion = async (content) => {
      signed.push(new TextDecoder().decode(content));
      return new Uint8Array(64).fill(signed.length);
    };
    service.tokenScript.push({ status: 503 });
    const { client } = clientOf(service, { credentials: { ...account, sign, algorithm: 'ES256' } });
    await client.limits();
    const sent = service.tokenRequests.map(({ body }) => new URLSearchParams(body).get('assertion'));
    const parts = (at: number): string => `${signed[at]}.${Buffer.alloc(64, at + 1).toString('base64url')}`;
    expect(sent).toEqual([parts(0), parts(1)]);
    const header = JSON.parse(Buffer.from(signed[0]?.split('.')[0] ?? '', 'base64url').toString());
    expect(header).toEqual({ alg: 'ES256', typ: 'JWT', kid: 'one' });
  });

  test('that gets stuck ends its call by the limit of a request, and the next call asks it again (R72)', async () => {
    const service = await startScripted();
    let asked = 0;
    const sign = async (): Promise<Uint8Array> => {
      asked += 1;
      return asked === 1 ? new Promise(() => undefined) : new Uint8Array(64);
    };
    const { client, clock } = clientOf(service, { credentials: { ...account, sign, algorithm: 'EdDSA' } });
    const stuck = caught(client.limits());
    await expect.poll(() => asked).toBe(1);
    clock.fire(TIMEOUT_MS);
    expect(await stuck).toMatchObject({ kind: 'timeout', timeoutMs: TIMEOUT_MS, retryable: true });
    await client.limits();
    expect([asked, service.tokenRequests.length]).toEqual([2, 1]);
  });

  test('is no key where it gives something else than bytes, and nothing is sent', async () => {
    const service = await startScripted();
    const sign = async () => 'a'.repeat(64) as never;
    const { client } = clientOf(service, { credentials: { ...account, sign, algorithm: 'RS256' } });
    const error = await caught(client.limits());
    expect(error).toMatchObject({ kind: 'token', error: 'SIGN_FAILED', status: 0, retryable: false });
    expect(`${error}`).toContain('sign must return a Uint8Array');
    expect(service.tokenRequests).toEqual([]);
  });

  test.each([
    [{}, 'credentials.privateKey is missing'],
    [{ sign: 'sign' }, 'credentials.sign must be a function'],
    [{ sign: async () => new Uint8Array() }, 'credentials.algorithm is missing: sign alone does not tell it'],
    [
      { sign: async () => new Uint8Array(), algorithm: 'HS256' },
      'credentials.algorithm must be one of ES256, EdDSA, PS256, RS256',
    ],
  ])('is refused when the client is made: %j', (credentials, sentence) => {
    const options = { baseUrl: 'https://titular.example', credentials: { ...account, ...credentials } };
    expect(() => new Titular(options as never)).toThrow(new TypeError(sentence));
  });
});
