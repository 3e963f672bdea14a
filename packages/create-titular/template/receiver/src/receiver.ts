import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createEventHandler, verifyWebhook, WebhookVerificationError } from '@titular/client';

const { WEBHOOK_SECRET = '', PORT = '8788' } = process.env;
if (WEBHOOK_SECRET === '') {
  console.error('WEBHOOK_SECRET is missing: put the secret of your webhook endpoint into .env.');
  process.exit(1);
}

const MAX_BYTES = 64 * 1024;

/** Each event comes here once, and none that a later one overtook; with several processes, give it a `store` over a table. */
const handle = createEventHandler({
  'transaction.finished': ({ transactionId, status, hasIdentityChanged }) => {
    // Approved as somebody else is no approval of your buyer.
    const own = status === 'approved' && hasIdentityChanged ? 'inconclusive' : status;
    console.log(`${transactionId} is ${own}`);
  },
  'process.finished': ({ processId }) => console.log(`${processId} has a result, good or not: read it`),
  'process.failed': ({ processId }) => console.log(`${processId} ended without a result`),
});

/** The body as it came: a signature is over these very bytes. Undefined for one that is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST' || request.url !== '/webhook') return void response.writeHead(404).end();
  const payload = await readBody(request);
  if (!payload) return void response.writeHead(413, { connection: 'close' }).end();
  try {
    // While the secret is being rotated, give the old and the new one.
    const event = await verifyWebhook({ payload, headers: request.headers, secrets: [WEBHOOK_SECRET] });
    console.log(`verified ${event.type}: ${await handle(event)}`);
    response.writeHead(204).end();
  } catch (error) {
    // After a fault of your own the event is sent again; what is not genuine is refused for good.
    console.error(`refused: ${error}`);
    response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end();
  }
}

const server = createServer((request, response) => {
  receive(request, response).catch(() => response.destroy());
});
server.on('error', (error) => {
  console.error(`Port ${PORT} cannot be listened to: ${error.message}`);
  process.exitCode = 1;
});
server.listen(Number(PORT), () => console.log(`Webhooks are received at http://localhost:${PORT}/webhook`));
