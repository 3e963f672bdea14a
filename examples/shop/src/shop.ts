import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import {
  createEventHandler,
  isFinalStatus,
  type Titular,
  TitularApiError,
  type TransactionStatus,
  verifyWebhook,
  WebhookVerificationError,
} from '@titular/client';

type Order = { transactionId: string; status: TransactionStatus; link: string | undefined };
type Answer = { code: number; type?: string; body?: string };
type Options = { client: Titular; service: string; company: string; webhookSecret: string };

const MOST_BYTES = 64 * 1024;
const HTML = 'text/html; charset=utf-8';

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk);
    if (chunks.reduce((size, { length }) => size + length, 0) > MOST_BYTES) throw new Error('too large');
  }
  return Buffer.concat(chunks);
}

const readPublic = (name: string): Promise<string> =>
  readFile(new URL(`../public/${name}`, import.meta.url), 'utf8');

const json = (code: number, body: object): Answer => ({
  code,
  type: 'application/json',
  body: JSON.stringify(body),
});

const WORDS: Readonly<Partial<Record<TransactionStatus, string>>> = {
  waiting: 'We are waiting for your selfie.',
  processing: 'We are checking your selfie.',
  shared: 'We are waiting for the cardholder.',
  approved: 'Thank you, your card is confirmed.',
};
const NOT_APPROVED = 'We could not confirm your card. Please choose another way to pay.';

function orderPage(number: string, status: TransactionStatus, link: string | undefined): string {
  const refresh = isFinalStatus(status) ? '' : '<meta http-equiv="refresh" content="2" />';
  const open =
    status === 'waiting' && link
      ? `<p>Open <a href="${link}" target="_blank">this link</a> on a device with a camera.</p>`
      : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Order</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />${refresh}
    <link rel="stylesheet" href="/shop.css" /></head><body><h1>Order ${number}</h1>
    <p id="state" data-status="${status}">${WORDS[status] ?? NOT_APPROVED}</p>${open}</body></html>`;
}

/** The shop: its checkout, the page of each order, and the receiver of webhooks, which alone decides what an order becomes. */
export function createShop({ client, service, company, webhookSecret }: Options): Server {
  // In your shop both are tables. The second is by transaction: an event may come before the answer to the create is worked on.
  const orders = new Map<string, Order>();
  const statuses = new Map<string, TransactionStatus>();
  const note = ({ transactionId, status }: { transactionId: string; status: TransactionStatus }): void => {
    statuses.set(transactionId, status);
    console.log(`webhook: ${transactionId} is ${status}`);
  };
  const handle = createEventHandler({ 'transaction.changed': note, 'transaction.finished': note });

  async function createOrder(request: IncomingMessage): Promise<Answer> {
    const { identity, name, binDigits, lastDigits } = JSON.parse((await readBody(request)).toString());
    const number = randomUUID();
    try {
      const { id, status, token, link } = await client.transactions.create(
        {
          identity: { key: 'cpf', value: identity },
          orderNumber: number,
          company,
          card: { binDigits, lastDigits, name },
          value: 99.9,
        },
        { idempotencyKey: number },
      );
      orders.set(number, { transactionId: id, status, link });
      return json(201, { id, token, page: `/orders/${number}` });
    } catch (error) {
      if (!(error instanceof TitularApiError) || error.status >= 500) throw error;
      return json(400, { problem: error.message });
    }
  }

  function showOrder(number: string): Answer {
    const order = orders.get(number);
    if (!order) return { code: 404 };
    const status = statuses.get(order.transactionId) ?? order.status;
    return { code: 200, type: HTML, body: orderPage(number, status, order.link) };
  }

  async function receiveWebhook(request: IncomingMessage): Promise<Answer> {
    const payload = await readBody(request);
    try {
      await handle(await verifyWebhook({ payload, headers: request.headers, secrets: [webhookSecret] }));
      return { code: 204 };
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      console.error(`webhook refused: ${error.message}`);
      return { code: 400 };
    }
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const [, folder = '', name = ''] = new URL(request.url ?? '/', 'http://shop').pathname.split('/');
    const route = `${request.method} /${folder}`;
    if (route === 'GET /')
      return {
        code: 200,
        type: HTML,
        body: (await readPublic('checkout.html')).replaceAll('{{service}}', service),
      };
    if (route === 'GET /checkout.js')
      return { code: 200, type: 'text/javascript', body: await readPublic('checkout.js') };
    if (route === 'GET /shop.css') return { code: 200, type: 'text/css', body: await readPublic('shop.css') };
    if (route === 'POST /orders') return createOrder(request);
    if (route === 'GET /orders') return showOrder(name);
    if (route === 'POST /webhook') return receiveWebhook(request);
    return { code: 404 };
  }

  const policy = `default-src 'self'; script-src 'self' ${service}; connect-src 'self' ${service}; frame-src ${service}`;
  return createServer(async (request, response) => {
    const { code, type, body } = await answer(request).catch((error: Error): Answer => {
      console.error(error.message);
      return json(500, { problem: 'The shop cannot do this now. Please try again in a minute.' });
    });
    if (type) response.setHeader('content-type', type);
    response.writeHead(code, { 'content-security-policy': policy, 'cache-control': 'no-store' }).end(body);
  });
}
