import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookEvent } from '@titular/contract';
import { Webhook } from 'standardwebhooks';

/** What arrived: the very bytes as text, and the event, or why the signature was refused, by a library that is not ours. */
export type ReceivedWebhook = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  event: WebhookEvent | undefined;
  refusal: string | undefined;
};

/** What the receiver says; the body is empty unless given. */
export type WebhookAnswer = { status: number; headers?: Record<string, string>; body?: string };

/** Listens on loopback: `trust` names the secret once the endpoint is registered, `next` gives deliveries in the order they came, each once, and fails after its limit in milliseconds. */
export type WebhookReceiver = {
  url: string;
  deliveries: readonly ReceivedWebhook[];
  trust(secret: string): void;
  next(limitMs?: number): Promise<ReceivedWebhook>;
  close(): Promise<void>;
};

/** How it behaves: 204 to everything unless `answer` says otherwise, and 400 to what the secret did not sign. */
export type WebhookReceiverOptions = {
  secret?: string;
  answer?: (delivery: ReceivedWebhook, count: number) => WebhookAnswer | Promise<WebhookAnswer>;
};

const NEXT_LIMIT_MS = 60_000;

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

async function verify(request: IncomingMessage, verifier: Webhook | undefined): Promise<ReceivedWebhook> {
  const body = await readBody(request);
  const { method = '', url: path = '', headers } = request;
  const received = { method, path, headers, body, event: undefined, refusal: undefined };
  if (!verifier) return { ...received, refusal: 'no secret is trusted' };
  try {
    const event = verifier.verify(body, headers as Record<string, string>) as WebhookEvent;
    return { ...received, event };
  } catch (error) {
    return { ...received, refusal: error instanceof Error ? error.message : String(error) };
  }
}

/** Values in the order they came, each handed out once. */
function createQueue<Value>(): { push(value: Value): void; take(limitMs: number): Promise<Value> } {
  const ready: Value[] = [];
  const waiting: ((value: Value) => void)[] = [];
  return {
    push: (value) => {
      const first = waiting.shift();
      if (first) first(value);
      else ready.push(value);
    },
    take: (limitMs) =>
      new Promise((resolve, reject) => {
        const [value] = ready.splice(0, 1);
        if (value !== undefined) return resolve(value);
        const hand = (arrived: Value): void => {
          clearTimeout(timer);
          resolve(arrived);
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(hand), 1);
          reject(new Error(`no webhook arrived in ${limitMs} ms`));
        }, limitMs);
        waiting.push(hand);
      }),
  };
}

/** Starts a receiver on a free port of 127.0.0.1. */
export async function startWebhookReceiver(options: WebhookReceiverOptions = {}): Promise<WebhookReceiver> {
  let verifier = options.secret === undefined ? undefined : new Webhook(options.secret);
  const deliveries: ReceivedWebhook[] = [];
  const queue = createQueue<ReceivedWebhook>();
  const answer: NonNullable<WebhookReceiverOptions['answer']> = options.answer ?? (() => ({ status: 204 }));
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const delivery = await verify(request, verifier);
    deliveries.push(delivery);
    const count = deliveries.length;
    queue.push(delivery);
    const refused: WebhookAnswer = { status: 400, body: delivery.refusal ?? '' };
    const { status, headers = {}, body = '' } = delivery.event ? await answer(delivery, count) : refused;
    response.writeHead(status, headers).end(body);
  };
  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    deliveries,
    trust: (secret) => {
      verifier = new Webhook(secret);
    },
    next: (limitMs = NEXT_LIMIT_MS) => queue.take(limitMs),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
