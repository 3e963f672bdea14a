import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

/** What a receiver of webhooks heard: when each transaction's end came first, by its own clock, how many came again, and how many were no JSON. */
export type Heard = {
  firstMs(transactionId: string): number | undefined;
  repeats(): number;
  unreadable(): number;
  close(): Promise<void>;
};

type Told = { type?: string; transactionId?: string };

/** All of a body; undefined where its sender went away in the middle: it tells it again. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  try {
    for await (const part of request) parts.push(part as Buffer);
  } catch {
    return undefined;
  }
  return Buffer.concat(parts);
}

function parseTold(body: Buffer): Told | undefined {
  try {
    return JSON.parse(body.toString('utf8')) as Told;
  } catch {
    return undefined;
  }
}

/** What is done with each webhook that came whole, by its path, its headers and its bytes, before it is answered; `onAnswered` waits until it was. */
type Look = (
  delivered: { path: string; headers: IncomingHttpHeaders; body: Buffer },
  onAnswered: (work: () => void) => void,
) => void;

/** Listens where the demo's webhooks go, and answers 204 to everything after so many milliseconds, or 503 while it fails. */
export async function startReceiver(
  webhookUrl: string,
  answerMs: number,
  isFailing: () => boolean = () => false,
  look: Look = () => undefined,
): Promise<Heard> {
  const first = new Map<string, number>();
  let repeats = 0;
  let unreadable = 0;
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (body === undefined) return;
    if (isFailing()) {
      response.writeHead(503).end();
      return;
    }
    look({ path: request.url ?? '', headers: request.headers, body }, (work) =>
      response.once('finish', work),
    );
    setTimeout(() => response.writeHead(204).end(), answerMs);
    const told = parseTold(body);
    if (!told) unreadable += 1;
    const { type, transactionId = '' } = told ?? {};
    if (type !== 'transaction.finished') return;
    if (first.has(transactionId)) repeats += 1;
    else first.set(transactionId, performance.now());
  });
  const { hostname, port } = new URL(webhookUrl);
  await new Promise<void>((resolve) => server.listen(Number(port), hostname, resolve));
  return {
    firstMs: (transactionId) => first.get(transactionId),
    repeats: () => repeats,
    unreadable: () => unreadable,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
