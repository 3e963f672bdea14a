import { createServer } from 'node:http';
import type { TransactionWebhookEvent, WebhookEvent } from '@titular/contract';
import { Webhook } from 'standardwebhooks';

/** Events that arrived with a sound signature, as they come; `close` stops listening. */
export type WebhookListener = {
  next(transactionId: string): Promise<TransactionWebhookEvent>;
  close(): void;
};

const MAXIMUM_BODY_BYTES = 64 * 1024;

/** Listens at the demo's webhook address and takes only what its secret signed. */
export async function listenForWebhooks(url: string, secret: string): Promise<WebhookListener> {
  const arrived = new Map<string, TransactionWebhookEvent>();
  const waiting = new Map<string, (event: TransactionWebhookEvent) => void>();
  const verifier = new Webhook(secret);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (chunks.reduce((size, one) => size + one.length, 0) > MAXIMUM_BODY_BYTES) request.destroy();
    });
    request.on('end', () => {
      try {
        const headers = request.headers as Record<string, string>;
        const event = verifier.verify(Buffer.concat(chunks).toString('utf8'), headers) as WebhookEvent;
        if ('transactionId' in event) {
          arrived.set(event.transactionId, event);
          waiting.get(event.transactionId)?.(event);
        }
        response.writeHead(204).end();
      } catch {
        response.writeHead(400).end('signature refused');
      }
    });
  });
  const { port, hostname } = new URL(url);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(Number(port), hostname, resolve);
  });
  return {
    next: (transactionId) =>
      new Promise((resolve) => {
        const known = arrived.get(transactionId);
        if (known) resolve(known);
        else waiting.set(transactionId, resolve);
      }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
