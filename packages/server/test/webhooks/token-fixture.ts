import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookAuthentication } from '@titular/contract';
import {
  createWebhookSender,
  type WebhookAttempt,
  type WebhookSender,
} from '@titular/server/webhooks/sender/send-webhook.ts';
import { createManualClock, type ManualClock } from '@titular/test-kit';
import { onTestFinished } from 'vitest';

/** A request as a server heard it. */
type Heard = { headers: IncomingMessage['headers']; body: string };

/** How a server answers the request of that number, from 1. */
export type Answer = (response: ServerResponse, count: number, heard: Heard) => void;

/** Starts a server on loopback that keeps what it hears and answers as told; it ends with the test. */
async function serve(answer: Answer): Promise<{ url: string; heard: Heard[] }> {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const one = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
    heard.push(one);
    answer(response, heard.length, one);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, heard };
}

/** Answers with a token as RFC 6749 section 5.1 has it, but for the changes. */
export const grant = (response: ServerResponse, changes: object = {}): void => {
  const token = { access_token: 'token-1', token_type: 'Bearer', expires_in: 3600, ...changes };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(token));
};
/** A token of its own for each request. */
export const numbered: Answer = (response, count) => grant(response, { access_token: `token-${count}` });
/** What a receiver says that is content. */
export const okay: Answer = (response) => void response.end('ok');

/** A client secret with everything that must be encoded. */
export const SECRET = 'canary-s3cret+/ ~é';

/** An attempt on an endpoint that may be on loopback, authenticated by nothing. */
const attempt = (url: string, changes: Partial<WebhookAttempt> = {}): WebhookAttempt => ({
  endpointId: 'endpoint-1',
  url,
  body: '{"id":1}',
  signatureHeaders: { 'webhook-id': 'msg-1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' },
  authentication: { kind: 'none' },
  timeoutMs: 10_000,
  rules: { environment: 'test', loopbackAllowed: true, ports: [] },
  ...changes,
});

/** OAuth2 client credentials for a token endpoint. */
export const oauth2 = (tokenUrl: string, changes: object = {}): WebhookAuthentication => ({
  kind: 'oauth2',
  tokenUrl,
  clientId: 'canary id:1',
  clientSecret: SECRET,
  ...changes,
});

/** A receiver, a token endpoint, and how to send from the one to the other on a clock that the test moves. */
export async function openFixture(
  tokens: Answer = numbered,
  receives: Answer = okay,
  resolve?: (name: string) => Promise<string[]>,
) {
  const clock: ManualClock = createManualClock();
  const sender: WebhookSender = createWebhookSender({ clock, ...(resolve ? { resolve } : {}) });
  onTestFinished(() => sender.close());
  const endpoint = await serve(tokens);
  const receiver = await serve(receives);
  const send = (changes: Partial<WebhookAttempt> = {}, credentials: object = {}) =>
    sender.send(attempt(receiver.url, { authentication: oauth2(endpoint.url, credentials), ...changes }));
  const seen = () => receiver.heard.map(({ headers }) => headers.authorization);
  return { clock, sender, endpoint, receiver, send, seen };
}
