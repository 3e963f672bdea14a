import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  createEventHandler,
  type Titular,
  TitularApiError,
  type TransactionStatus,
  verifyWebhook,
  WebhookVerificationError,
} from '@titular/client';
import { NUMBER, newNumber, orderPage, PRICE, PRODUCT, SHOWN_PRICE } from './order-page.ts';

type Order = { transactionId: string; status: TransactionStatus; link: string | undefined };
/** What an event tells; approved as somebody else than the buyer is no approval here. */
type Noted = { transactionId: string; status: TransactionStatus; hasIdentityChanged?: boolean };
type Answer = { code: number; type?: string; body?: string };
type Options = { client: Titular; service: string; company: string; webhookSecret: string };

const MAX_BYTES = 64 * 1024;
const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json';
const SVG = 'image/svg+xml';

/** Files by what is asked for; words in double braces become the service's address, a new order's number, and what is sold. */
const FILES: Readonly<Record<string, { name: string; type: string }>> = {
  'GET /': { name: 'checkout.html', type: HTML },
  'GET /checkout.js': { name: 'checkout.js', type: 'text/javascript' },
  'GET /shop.css': { name: 'shop.css', type: 'text/css' },
  'GET /icon.svg': { name: 'icon.svg', type: SVG },
  'GET /grinder.svg': { name: 'grinder.svg', type: SVG },
};

/** The whole body; undefined once it is too large and was refused. */
async function readBody(request: IncomingMessage, response: ServerResponse): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BYTES) return void response.writeHead(413, { connection: 'close' }).end();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const BEGIN_AGAIN = 'Please open the checkout again.';
/** What buyers can mend, by code; of the fields that are sent, identity and card alone are theirs to be badly formed (40002). */
const MENDABLE: Readonly<Record<string, string>> = {
  '40002': 'Please check your CPF and the number of your card.',
  '40024': 'Please give the name as it stands on the card.',
  '40026': 'Please give the name on the card without its number.',
  '40028': BEGIN_AGAIN,
};
const NOT_NOW = 'We could not check your card now. You were not charged.';

/** The shop: its checkout, the page of each order, and the receiver of webhooks, which alone decides what an order becomes. */
export function createShop({ client, service, company, webhookSecret }: Options): Server {
  // In your shop both are tables. The second is by transaction: an event may come before the answer to the create is worked on.
  const orders = new Map<string, Order>();
  const statuses = new Map<string, TransactionStatus>();
  const note = ({ transactionId, status, hasIdentityChanged }: Noted): void => {
    statuses.set(transactionId, status === 'approved' && hasIdentityChanged ? 'inconclusive' : status);
    console.log(`webhook: ${transactionId} is ${status}${hasIdentityChanged ? ', for another' : ''}`);
  };
  const handle = createEventHandler({ 'transaction.changed': note, 'transaction.finished': note });

  async function createOrder(payload: Buffer): Promise<Answer> {
    const { number, identity, name, binDigits, lastDigits } = JSON.parse(payload.toString());
    if (!NUMBER.test(number))
      return { code: 400, type: JSON_TYPE, body: JSON.stringify({ problem: BEGIN_AGAIN }) };
    const card = { binDigits, lastDigits, name };
    const { id, status, token, link } = await client.transactions.create(
      { identity: { key: 'cpf', value: identity }, orderNumber: number, company, card, ...PRICE },
      { idempotencyKey: number },
    );
    orders.set(number, { transactionId: id, status, link });
    return { code: 201, type: JSON_TYPE, body: JSON.stringify({ id, token, page: `/orders/${number}` }) };
  }

  function showOrder(number: string): Answer {
    const order = orders.get(number);
    if (!order) return { code: 404 };
    const status = statuses.get(order.transactionId) ?? order.status;
    return { code: 200, type: HTML, body: orderPage(number, status, order.link) };
  }

  async function receiveWebhook({ headers }: IncomingMessage, payload: Buffer): Promise<Answer> {
    try {
      await handle(await verifyWebhook({ payload, headers, secrets: [webhookSecret] }));
      return { code: 204 };
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      console.error(`webhook refused: ${error.message}`);
      return { code: 400 };
    }
  }

  async function answer(request: IncomingMessage, payload: Buffer): Promise<Answer> {
    const [, folder = '', name = ''] = new URL(request.url ?? '/', 'http://shop').pathname.split('/');
    const route = `${request.method} /${folder}`;
    const file = FILES[route];
    if (file) {
      const text = await readFile(new URL(`../public/${file.name}`, import.meta.url), 'utf8');
      const words: Record<string, string> = {
        service,
        number: newNumber(),
        product: PRODUCT,
        price: SHOWN_PRICE,
      };
      const body = text.replace(/\{\{(\w+)\}\}/g, (_whole, word: string) => words[word] ?? '');
      return { code: 200, type: file.type, body };
    }
    if (route === 'POST /orders') return createOrder(payload);
    if (route === 'GET /orders') return showOrder(name);
    if (route === 'POST /webhook') return receiveWebhook(request, payload);
    return { code: 404 };
  }

  const policy = `default-src 'self'; script-src 'self' ${service}; connect-src 'self' ${service}; frame-src ${service}`;
  return createServer(async (request, response) => {
    try {
      const payload = await readBody(request, response);
      if (!payload) return;
      const { code, type, body } = await answer(request, payload);
      if (type) response.setHeader('content-type', type);
      response.writeHead(code, { 'content-security-policy': policy, 'cache-control': 'no-store' }).end(body);
    } catch (error) {
      const problem = error instanceof TitularApiError ? MENDABLE[error.code ?? ''] : undefined;
      const { message, requestId } = error as Error & { requestId?: string };
      if (!problem) console.error(requestId ? `${message} (request ${requestId})` : message);
      response.writeHead(problem ? 400 : 500, { 'content-type': JSON_TYPE });
      response.end(JSON.stringify({ problem: problem ?? NOT_NOW }));
    }
  });
}
