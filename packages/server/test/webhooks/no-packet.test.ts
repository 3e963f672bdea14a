import {
  type EndpointRules,
  endpointRules,
  endpointUrlProblem,
} from '@titular/server/webhooks/endpoints/endpoint-url.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { runInNamespace } from './run-in-namespace.ts';
import { INSIDE_ADDRESSES, REFUSED_IN_PRODUCTION, REFUSED_URLS, TAKEN_URLS } from './url-spellings.ts';
import type { Connect } from './watch-connects.ts';

const inTest: EndpointRules = { environment: 'test', loopbackAllowed: false, ports: [443, 8443] };
const inProduction: EndpointRules = { environment: 'production', loopbackAllowed: true, ports: [443, 8443] };

type Wanted = { url: string; rules: EndpointRules; addresses?: string[] };
type Outcome = {
  url: string;
  result: { kind: string; error?: string };
  asked: string[];
  connects: Connect[];
  sockets: number;
};

async function dialAll(wanted: readonly Wanted[]) {
  const { output, calls } = await runInNamespace('dial-child.ts', [JSON.stringify(wanted)], { trace: true });
  return { outcomes: JSON.parse(output) as Outcome[], calls };
}

describe('at registration (R46)', () => {
  test.each(REFUSED_URLS)('%j is refused', (url) => {
    expect(endpointUrlProblem(url, inTest)).toMatch(/^must /);
    expect(endpointUrlProblem(url, inProduction)).toMatch(/^must /);
  });

  test.each(REFUSED_IN_PRODUCTION)('%s is refused in production, whatever a row says', (url) => {
    expect(endpointUrlProblem(url, inProduction)).toMatch(/^must /);
  });

  test.each(Object.keys(TAKEN_URLS))('%s is taken', (url) => {
    expect(endpointUrlProblem(url, inTest)).toBeUndefined();
  });

  test.each(['http://127.0.0.1:1/', 'http://[::1]:65535/', 'http://localhost:9/', 'https://127.9.9.9/'])(
    '%s is taken in test where loopback is allowed, at any port',
    (url) => {
      expect(endpointUrlProblem(url, { ...inTest, loopbackAllowed: true })).toBeUndefined();
    },
  );

  test.each(['http://shop.example:1/', 'http://10.0.0.1/', 'http://a.localhost/', 'http://localhost./'])(
    '%s is refused even there',
    (url) => {
      expect(endpointUrlProblem(url, { ...inTest, loopbackAllowed: true })).toMatch(/^must /);
    },
  );

  test('what is taken of any text names its host plainly, and that host is no address inside', () => {
    const piece = fc.constantFrom(
      ...[
        'https://',
        'http:',
        '//',
        '@',
        ':',
        '\\',
        '/',
        '?',
        '#',
        '.',
        '%2e',
        '[',
        ']',
        '::',
        'ffff:',
        '①',
        '。',
      ],
      ...[
        '127',
        '1',
        '0',
        '0x7f',
        '8.8.8.8',
        'shop.example',
        'localhost',
        '443',
        '8443',
        '22',
        '\t',
        ' ',
        '\u00ad',
      ],
    );
    const text = fc
      .array(piece, { minLength: 1, maxLength: 9 })
      .map((pieces) => `https://${pieces.join('')}`);
    fc.assert(
      fc.property(text, (url) => {
        if (endpointUrlProblem(url, inTest) !== undefined) return;
        const { hostname, username } = new URL(url);
        expect(url.slice('https://'.length).toLowerCase().startsWith(hostname)).toBe(true);
        expect(username).toBe('');
        expect(INSIDE_ADDRESSES).not.toContain(hostname.replace(/^\[|\]$/g, ''));
        expect(hostname).toMatch(/^\[2.*\]$|\./);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('the rules of an endpoint', () => {
  const config = { environment: 'test', webhookPorts: [443], webhookLoopback: false } as const;

  test('allow loopback where the row or the operator says so, and in test alone (R48)', () => {
    const allowed = (changes: object, row: boolean) =>
      endpointRules({ ...config, webhookPorts: [443], ...changes }, row).loopbackAllowed;
    expect(allowed({}, false)).toBe(false);
    expect(allowed({}, true)).toBe(true);
    expect(allowed({ webhookLoopback: true }, false)).toBe(true);
    expect(allowed({ environment: 'production', webhookLoopback: true }, true)).toBe(false);
  });

  test('hold the ports of the list, and in test 80 and 8080 besides', () => {
    const rules = endpointRules({ ...config, webhookPorts: [9443] }, false);
    const isTaken = (url: string) => endpointUrlProblem(url, rules) === undefined;
    expect(['https://a.example:9443/', 'http://a.example/', 'http://a.example:8080/'].every(isTaken)).toBe(
      true,
    );
    expect(isTaken('https://a.example/')).toBe(false);
  });
});

describe('at every dial (R46)', () => {
  const named = (address: string): Wanted => ({
    url: 'https://shop.example/hook',
    rules: inTest,
    addresses: ['8.8.8.8', address],
  });
  const refused: Wanted[] = [
    ...REFUSED_URLS.map((url) => ({ url, rules: inTest })),
    ...REFUSED_URLS.map((url) => ({ url, rules: inProduction })),
    ...REFUSED_IN_PRODUCTION.map((url) => ({ url, rules: inProduction })),
    ...INSIDE_ADDRESSES.map(named),
  ];
  let run: Awaited<ReturnType<typeof dialAll>>;
  beforeAll(async () => {
    run = await dialAll(refused);
  });

  test('whatever is refused begins no connection: no socket is made', () => {
    expect(run.outcomes).toHaveLength(refused.length);
    for (const { url, result, connects, sockets } of run.outcomes) {
      expect({ url, kind: result.kind, connects, sockets }).toEqual({
        url,
        kind: 'failed',
        connects: [],
        sockets: 0,
      });
    }
  });

  test('and the kernel is asked for no connection and no packet', () => {
    expect(run.calls ?? []).toEqual([]);
  });

  test('no name server is asked for what is refused as it is written', () => {
    const asked = run.outcomes.filter(({ asked }) => asked.length > 0).map(({ url }) => url);
    expect(asked).toEqual(INSIDE_ADDRESSES.map(() => 'https://shop.example/hook'));
  });

  test('what is taken goes to the host that was checked, at its port, and is seen by these same hooks', async () => {
    const wanted = Object.keys(TAKEN_URLS).map((url) => ({ url, rules: inTest, addresses: ['9.9.9.9'] }));
    const { outcomes, calls } = await dialAll(wanted);
    for (const { url, asked, connects, sockets } of outcomes) {
      const host = TAKEN_URLS[url];
      const isName = /[g-z]/.test(host ?? '');
      const { port, protocol } = new URL(url);
      expect({ url, asked, connects, sockets }).toEqual({
        url,
        asked: isName ? [host] : [],
        connects: [
          { host: isName ? '9.9.9.9' : host, port: Number(port || (protocol === 'https:' ? 443 : 80)) },
        ],
        sockets: 1,
      });
    }
    if (calls) expect(calls.filter((line) => line.includes('connect('))).toHaveLength(wanted.length);
  });
});
