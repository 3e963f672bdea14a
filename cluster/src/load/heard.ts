import { createServer } from 'node:http';

/** What a receiver of webhooks heard: when each transaction's end came first, by its own clock, and how many came again. */
export type Heard = {
  firstMs(transactionId: string): number | undefined;
  repeats(): number;
  close(): Promise<void>;
};

/** Listens where the demo's webhooks go, and answers 204 to everything after so many milliseconds, or 503 while it fails. */
export async function startReceiver(
  webhookUrl: string,
  answerMs: number,
  isFailing: () => boolean = () => false,
): Promise<Heard> {
  const first = new Map<string, number>();
  let repeats = 0;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (isFailing()) {
      response.writeHead(503).end();
      return;
    }
    setTimeout(() => response.writeHead(204).end(), answerMs);
    const { type, transactionId = '' } = JSON.parse(Buffer.concat(parts).toString('utf8')) as {
      type: string;
      transactionId?: string;
    };
    if (type !== 'transaction.finished') return;
    if (first.has(transactionId)) repeats += 1;
    else first.set(transactionId, performance.now());
  });
  const { hostname, port } = new URL(webhookUrl);
  await new Promise<void>((resolve) => server.listen(Number(port), hostname, resolve));
  return {
    firstMs: (transactionId) => first.get(transactionId),
    repeats: () => repeats,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
