import { createTokenCache } from '@titular/server/webhooks/sender/token-cache.ts';
import { createManualClock } from '@titular/test-kit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Answer, grant, numbered, oauth2, okay, openFixture, SECRET } from './token-fixture.ts';

describe('a token endpoint that fails', () => {
  const text =
    (status: number, body: string | Buffer): Answer =>
    (response) =>
      void response.writeHead(status).end(body);
  const token =
    (changes: object): Answer =>
    (response) =>
      grant(response, { access_token: 'canary-token', ...changes });
  const NO_TOKEN = 'the token endpoint gave no bearer token';

  test.each<[string, Answer, string]>([
    [
      'refuses',
      text(401, `{"error":"invalid_client","secret":"${SECRET}"}`),
      'the token endpoint answered 401',
    ],
    ['fails', text(503, SECRET), 'the token endpoint answered 503'],
    [
      'redirects',
      (r) => void r.writeHead(302, { location: '/canary' }).end(),
      'the token endpoint answered 302',
    ],
    ['has nothing', text(204, ''), 'the token endpoint answered 204'],
    ['says nothing', text(200, ''), NO_TOKEN],
    ['speaks HTML', text(200, '<html>canary</html>'), NO_TOKEN],
    ['sends half a JSON', text(200, '{"access_token":"canary'), NO_TOKEN],
    [
      'sends no UTF-8',
      text(200, Buffer.from('{"access_token":"\xff","token_type":"bearer"}', 'latin1')),
      NO_TOKEN,
    ],
    ['sends null', text(200, 'null'), NO_TOKEN],
    ['sends a list', text(200, '["canary"]'), NO_TOKEN],
    ['sends no token', token({ access_token: undefined }), NO_TOKEN],
    ['sends an empty token', token({ access_token: '' }), NO_TOKEN],
    ['sends a number for a token', token({ access_token: 7 }), NO_TOKEN],
    ['sends a token with a new line', token({ access_token: 'canary\r\nx-admin: 1' }), NO_TOKEN],
    ['sends a token with a space', token({ access_token: 'canary canary' }), NO_TOKEN],
    ['sends a token beyond ASCII', token({ access_token: 'canaryé' }), NO_TOKEN],
    ['sends a token of 9 kB', token({ access_token: 'c'.repeat(9_000) }), NO_TOKEN],
    ['sends another type', token({ token_type: 'mac' }), NO_TOKEN],
    ['sends no type', token({ token_type: undefined }), NO_TOKEN],
    ['sends a negative life', token({ expires_in: -1 }), NO_TOKEN],
    ['sends a life in words', token({ expires_in: 'soon' }), NO_TOKEN],
    [
      'sends more than 64 KiB',
      token({ more: 'x'.repeat(70_000) }),
      'the token endpoint answered more than 64 KiB',
    ],
    ['hangs up', (r) => void r.destroy(), 'the token endpoint failed: socket hang up'],
    ['hangs', () => undefined, 'the token endpoint gave no complete answer in time'],
  ])(
    'because it %s is a failed attempt, whose words hold no credential (R35)',
    async (_what, tokens, error) => {
      const { send, receiver } = await openFixture(tokens);
      const result = await send({ timeoutMs: 300 });
      expect(result).toEqual({ kind: 'failed', error: expect.any(String) });
      expect(result.kind === 'failed' && result.error).toMatch(
        error.endsWith('in time') ? /^the token endpoint (failed: |gave )no complete answer in time$/ : error,
      );
      expect(JSON.stringify(result)).not.toMatch(/canary/);
      expect(receiver.heard).toEqual([]);
    },
  );

  test.each(['bearer', 'BEARER'])('not because it spells its type %s', async (type) => {
    const { send } = await openFixture((response) => grant(response, { token_type: type }));
    expect(await send()).toMatchObject({ kind: 'answered', status: 200 });
  });

  test('is asked anew by each attempt that comes after a failure, at the same instant too (C19)', async () => {
    const { endpoint, send } = await openFixture((response, count) =>
      count < 3 ? void response.writeHead(500).end() : grant(response),
    );
    const error = { kind: 'failed', error: 'the token endpoint answered 500' };
    expect([await send(), await send()]).toEqual([error, error]);
    expect(await send()).toMatchObject({ kind: 'answered', status: 200 });
    expect(endpoint.heard).toHaveLength(3);
  });

  test('is asked once by attempts that go on at the same time', async () => {
    const { endpoint, send } = await openFixture((response) => void response.writeHead(500).end());
    expect(await Promise.all([send(), send(), send()])).toMatchObject(Array(3).fill({ kind: 'failed' }));
    expect(endpoint.heard).toHaveLength(1);
  });

  test('is asked for as long as an attempt may take: one with little time left fails none that joins it', async () => {
    const release = Promise.withResolvers<void>();
    const { endpoint } = await openFixture((response) => void release.promise.then(() => grant(response)));
    const tokens = createTokenCache(createManualClock());
    onTestFinished(() => tokens.close());
    const rules = { environment: 'test', loopbackAllowed: true, ports: [] } as const;
    const { url: tokenUrl } = endpoint;
    const credentials = { kind: 'oauth2', tokenUrl, clientId: 'shop', clientSecret: SECRET } as const;
    const find = (timeoutMs: number) =>
      tokens.find({ endpointId: 'endpoint-1', rules, oauth2: credentials, timeoutMs, wholeMs: 10_000 });
    const [hasty, patient] = [find(50), find(10_000)];
    expect((await hasty).fetched).toMatchObject({ kind: 'failed' });
    release.resolve();
    expect((await patient).fetched).toMatchObject({ kind: 'token' });
    expect(endpoint.heard).toHaveLength(1);
  });

  test.each([
    'http://10.0.0.1/',
    'http://127.0.0.1:1/',
    'https://login.example:22/',
    'https://login.example./',
  ])('because it is at %s is not dialled (R46)', async (tokenUrl) => {
    const { send, receiver } = await openFixture();
    const rules = { environment: 'test', loopbackAllowed: false, ports: [443] } as const;
    const result = await send({ rules, authentication: oauth2(tokenUrl) });
    expect(result).toEqual({
      kind: 'failed',
      error: expect.stringMatching(/^the authentication's tokenUrl must /),
    });
    expect(receiver.heard).toEqual([]);
  });

  test('because its name leads inside is not dialled (R46)', async () => {
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return ['8.8.8.8', '10.0.0.1'];
    };
    const { send } = await openFixture(numbered, okay, resolve);
    const result = await send({ authentication: oauth2('http://login.example/') });
    expect(result).toEqual({
      kind: 'failed',
      error: 'the token endpoint failed: the address is not a public one',
    });
    expect(asked).toEqual(['login.example']);
  });
});
