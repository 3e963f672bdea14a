import { verifyWebhook } from '@titular/server/webhooks/index.ts';
import Fastify from 'fastify';

/** A webhook as a merchant's receiver sees it, of a transaction with status and sequence and of a process with state; `refusal` says why its signature was refused. */
export type SeenWebhook = {
  type: string;
  status: string;
  sequence: number;
  state: string;
  webhookId: string;
  refusal: string | undefined;
};

/** A merchant's receiver on loopback: 204 to what the secret signed, 400 to anything else. */
export type TrialReceiver = {
  url: string;
  seen: readonly SeenWebhook[];
  /** Takes what this secret signed, and knows what the one before it did. */
  trust(secret: string, before?: string): void;
  close(): Promise<void>;
};

const UNSIGNED = 'no signature of now is by the secret of the endpoint';
const SIGNED_BEFORE = 'it is signed by the secret before the present one alone';

/** Listens on a free port of loopback, with the time of the trial. */
export async function startTrialReceiver(nowMs: () => number): Promise<TrialReceiver> {
  const seen: SeenWebhook[] = [];
  let trusted = '';
  let former: string | undefined;
  const app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/webhook', async (request, reply) => {
    const body = String(request.body);
    const isBy = (secret: string | undefined): boolean =>
      secret !== undefined &&
      verifyWebhook(request.headers, Buffer.from(body), [secret], new Date(nowMs())) !== undefined;
    const refusal = isBy(trusted) ? undefined : isBy(former) ? SIGNED_BEFORE : UNSIGNED;
    const { type, status, sequence, state } = JSON.parse(body) as SeenWebhook;
    seen.push({ type, status, sequence, state, webhookId: String(request.headers['webhook-id']), refusal });
    return reply.code(refusal === undefined ? 204 : 400).send();
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url: `${origin}/webhook`,
    seen,
    trust: (secret, before) => {
      trusted = secret;
      former = before;
    },
    close: () => app.close(),
  };
}
