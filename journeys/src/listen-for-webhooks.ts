import { createServer } from 'node:http';
import type {
  PersonRequestEvent,
  ProcessWebhookEvent,
  TransactionWebhookEvent,
  WebhookEvent,
} from '@titular/contract';
import { Webhook } from 'standardwebhooks';

/** Events that arrived with a sound signature, as they come; `close` stops listening. */
export type WebhookListener = {
  next(transactionId: string): Promise<TransactionWebhookEvent>;
  nextOfProcess(processId: string): Promise<ProcessWebhookEvent>;
  /** What its person asks for of a transaction or process. */
  nextPersonRequest(subjectId: string): Promise<PersonRequestEvent>;
  close(): void;
};

/** Hands over each event by the id of what it is about, whether it is waited for before or after it came. */
function createMailbox<Event>() {
  const arrived = new Map<string, Event>();
  const waiting = new Map<string, (event: Event) => void>();
  return {
    put: (id: string, event: Event): void => {
      arrived.set(id, event);
      waiting.get(id)?.(event);
    },
    next: (id: string): Promise<Event> =>
      new Promise((resolve) => {
        const known = arrived.get(id);
        if (known) resolve(known);
        else waiting.set(id, resolve);
      }),
  };
}

const MAX_BODY_BYTES = 64 * 1024;

/** Listens at the demo's webhook address and takes only what its secret signed. */
export async function listenForWebhooks(url: string, secret: string): Promise<WebhookListener> {
  const transactions = createMailbox<TransactionWebhookEvent>();
  const processes = createMailbox<ProcessWebhookEvent>();
  const personRequests = createMailbox<PersonRequestEvent>();
  const verifier = new Webhook(secret);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (chunks.reduce((size, one) => size + one.length, 0) > MAX_BODY_BYTES) request.destroy();
    });
    request.on('end', () => {
      try {
        const headers = request.headers as Record<string, string>;
        const event = verifier.verify(Buffer.concat(chunks).toString('utf8'), headers) as WebhookEvent;
        if (event.type === 'link.requested' || event.type === 'erasure.requested')
          personRequests.put(event.transactionId ?? event.processId ?? '', event);
        else if ('transactionId' in event) transactions.put(event.transactionId, event);
        else if ('processId' in event) processes.put(event.processId, event);
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
    next: transactions.next,
    nextOfProcess: processes.next,
    nextPersonRequest: personRequests.next,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
