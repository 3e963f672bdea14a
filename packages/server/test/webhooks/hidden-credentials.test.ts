import type { ServerResponse } from 'node:http';
import type { WebhookAuthentication } from '@titular/contract';
import { hideCredentials } from '@titular/server/webhooks/deliveries/hide-credentials.ts';
import { describe, expect, test } from 'vitest';
import { grant, openFixture, SECRET } from './token-fixture.ts';

const PASSWORD = 'cänary "pass"/+word\\';
const BASIC: WebhookAuthentication = { kind: 'basic', user: 'shop', password: PASSWORD };
const API_KEY: WebhookAuthentication = { kind: 'api-key', key: 'x-api-key:Token canary/key"1' };
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);
/** As those encoders write it that keep to ASCII and escape slashes. */
const escapedToAscii = (text: string): string =>
  escaped(text)
    .replaceAll('/', '\\/')
    .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const grantLong = (response: ServerResponse): void => grant(response, { access_token: 'canary-token-1' });

/** Sends once to a receiver that says what `say` makes of the request's credential; gives what the log would hold. */
async function excerptOf(
  authentication: WebhookAuthentication | undefined,
  say: (sent: string) => string,
): Promise<string> {
  const { send } = await openFixture(grantLong, (response, _count, { headers }) => {
    response.writeHead(403).end(say(String(headers['x-api-key'] ?? headers.authorization)));
  });
  const result = await send(authentication ? { authentication } : {});
  return result.kind === 'answered' ? result.excerpt : '';
}

describe('a receiver that repeats a credential does not write it into the log (R35)', () => {
  test.each<[string, WebhookAuthentication | undefined, (sent: string) => string]>([
    ['the header of a user', BASIC, (sent) => sent],
    ['what it decoded of it', BASIC, (sent) => Buffer.from(sent.slice(6), 'base64').toString()],
    ['a password', BASIC, () => PASSWORD],
    ['a password in JSON', BASIC, () => escaped(PASSWORD)],
    ['a password in ASCII JSON', BASIC, () => escapedToAscii(PASSWORD)],
    ['a password in an address', BASIC, () => encodeURIComponent(PASSWORD)],
    ['a password in an address in small letters', BASIC, () => 'c%c3%a4nary%20%22pass%22%2f%2bword%5c'],
    ['a password in a form', BASIC, () => new URLSearchParams([['', PASSWORD]]).toString().slice(1)],
    ['an API key with its scheme', API_KEY, (sent) => sent],
    ['an API key without its scheme', API_KEY, (sent) => sent.slice(6)],
    ['an API key in JSON', API_KEY, escaped],
    ['an API key in an address', API_KEY, (sent) => encodeURIComponent(sent.slice(6))],
    ['a token', undefined, (sent) => sent.slice(7)],
    ['a client secret', undefined, () => SECRET],
    ['a client secret in JSON', undefined, () => escapedToAscii(SECRET)],
    ['a client secret in an address', undefined, () => encodeURIComponent(SECRET)],
  ])('%s', async (_what, authentication, say) => {
    expect(await excerptOf(authentication, (sent) => `who is ${say(sent)}?`)).toMatch(
      /^who is (Basic |Token |shop:)?\[hidden\]\?$/,
    );
  });

  test.each([4_090, 4_095, 4_096 - 'canary-key-of-a-shop'.length + 1])(
    'also when it stands across the end of what is kept, from byte %i',
    async (before) => {
      const authentication = { kind: 'api-key', key: 'x-api-key:canary-key-of-a-shop' } as const;
      const excerpt = await excerptOf(
        authentication,
        (sent) => 'x'.repeat(before) + sent + 'y'.repeat(9_000),
      );
      expect(Buffer.byteLength(excerpt)).toBe(4_096);
      expect(excerpt).toBe(`${'x'.repeat(before)}[hidden]${'y'.repeat(4_096)}`.slice(0, 4_096));
    },
  );

  test('also when what was read ends within it, and so much was hidden before that it would be kept', async () => {
    const key = 'canary'.repeat(600);
    const authentication = { kind: 'api-key', key: `x-api-key:${key}` } as const;
    const excerpt = await excerptOf(authentication, (sent) => sent.repeat(40));
    expect(excerpt).toMatch(/^(\[hidden\])+$/);
  });

  test('and what is too short to be told from other words stays', () => {
    const authentication = { kind: 'basic', user: 'shop', password: 'abc' } as const;
    const hide = hideCredentials(authentication, { authorization: 'Basic c2hvcDphYmM=' });
    expect(hide('abc Basic shop', true)).toBe('abc Basic shop');
    expect(hide('shop:abc, c2hvcDphYmM=', true)).toBe('[hidden], [hidden]');
  });
});
