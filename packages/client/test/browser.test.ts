import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signWebhook, webhookSecret } from '@titular/server/webhooks/sender/sign-webhook.ts';
import { openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as client from '../src/index.ts';

type Browser = Awaited<ReturnType<typeof openBrowser>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

const SHOP = `<!doctype html><title>shop</title><script type="module">
  import * as client from '/client.js';
  globalThis.titularClient = client;
</script>`;

let server: Server;
let browser: Browser;
let page: Page;

/** The package as it is published, on a page that has nothing else. */
beforeAll(async () => {
  const module = await readFile(new URL('../dist/index.js', import.meta.url), 'utf8');
  server = createServer(({ url }, response) => {
    if (url?.startsWith('/moved/')) return void response.writeHead(302, { location: '/' }).end();
    const isModule = url === '/client.js';
    response.writeHead(200, { 'content-type': isModule ? 'text/javascript' : 'text/html' });
    response.end(isModule ? module : SHOP);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  browser = await openBrowser({ kind: 'none' });
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterAll(async () => {
  await browser.close();
  server.close();
});

describe('in a browser', () => {
  test('a webhook is verified, and one that was changed is refused', async () => {
    const secret = webhookSecret(randomBytes(32));
    const payload = JSON.stringify({ id: 'event', type: 'transaction.finished' });
    const given = {
      payload,
      secrets: [secret],
      headers: signWebhook('event', new Date(), payload, [secret]),
    };
    const told = await page.evaluate(async (delivery) => {
      const { verifyWebhook }: typeof client = Reflect.get(globalThis, 'titularClient');
      const event = await verifyWebhook(delivery);
      const changed = { ...delivery, payload: delivery.payload.replace('finished', 'approved') };
      const code = await verifyWebhook(changed).catch((error: client.WebhookVerificationError) => error.code);
      return [event.type, code];
    }, given);
    expect(told).toEqual(['transaction.finished', 'no_matching_signature']);
  });

  test('a redirect, which a browser hides, is told as one', async () => {
    const told = await page.evaluate(async () => {
      const { Titular }: typeof client = Reflect.get(globalThis, 'titularClient');
      const titular = new Titular({
        baseUrl: `${location.origin}/moved`,
        credentials: { kind: 'clientSecret', clientId: 'shop', clientSecret: 'secret' },
      });
      return titular.limits().catch(({ kind, message }: client.TitularTokenError) => [kind, message]);
    });
    expect(told).toEqual([
      'token',
      expect.stringMatching(/^unknown: POST http\S+\/moved\/oauth2\/token was answered with a redirect/),
    ]);
  });

  test.each([
    ['ES256', { name: 'ECDSA', namedCurve: 'P-256' }],
    ['EdDSA', { name: 'Ed25519' }],
    [
      'RS256',
      {
        name: 'RSASSA-PKCS1-v1_5',
        modulusLength: 2048,
        publicExponent: new Uint8Array([1, 0, 1]),
        hash: 'SHA-256',
      },
    ],
  ])('a transaction is read with a token for an assertion signed by %s', async (name, algorithm) => {
    const told = await page.evaluate(async (parameters) => {
      const { Titular }: typeof client = Reflect.get(globalThis, 'titularClient');
      const generated = await crypto.subtle.generateKey(parameters, true, ['sign', 'verify']);
      const { privateKey, publicKey } = generated as CryptoKeyPair;
      let header = {};
      let verified = false;
      const decode = (part: string): Uint8Array<ArrayBuffer> =>
        Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
      const answer = async (_url: unknown, init?: RequestInit): Promise<Response> => {
        const assertion = new URLSearchParams(String(init?.body ?? '')).get('assertion');
        if (assertion === null) return Response.json({ status: 'approved' });
        const [head = '', claims = '', signature = ''] = assertion.split('.');
        header = JSON.parse(atob(head));
        const signing = 'namedCurve' in parameters ? { ...parameters, hash: 'SHA-256' } : parameters;
        const content = new TextEncoder().encode(`${head}.${claims}`);
        verified = await crypto.subtle.verify(signing as Algorithm, publicKey, decode(signature), content);
        return Response.json({ access_token: 'token', token_type: 'Bearer', expires_in: 3600 });
      };
      const jwk = (await crypto.subtle.exportKey('jwk', privateKey)) as client.PrivateJwk;
      const titular = new Titular({
        baseUrl: 'https://titular.example',
        credentials: {
          kind: 'assertion',
          account: 'shop',
          tenantId: 'tenant',
          privateKey: jwk,
          keyId: 'key',
        },
        fetch: answer as typeof fetch,
      });
      return [await titular.transactions.get('one'), header, verified];
    }, algorithm);
    expect(told).toEqual([{ status: 'approved' }, { alg: name, typ: 'JWT', kid: 'key' }, true]);
  });
});
