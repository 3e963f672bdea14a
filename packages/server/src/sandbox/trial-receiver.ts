import Fastify from 'fastify';
import { sameDigest } from '../base/secret.ts';
import { signWebhook } from '../webhooks/sign-webhook.ts';

/** A webhook as a merchant's receiver sees it; `refusal` says why its signature was refused. */
export type SeenWebhook = {
  type: string;
  status: string;
  sequence: number;
  webhookId: string;
  refusal: string | undefined;
};

/** A merchant's receiver on loopback: 204 to what the secret signed, 400 to anything else. */
export type TrialReceiver = {
  url: string;
  seen: readonly SeenWebhook[];
  trust(secret: string): void;
  close(): Promise<void>;
};

/** How far the time of a signature may be from now (Standard Webhooks). */
const TOLERANCE_SECONDS = 300;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const textOf = (headers: Headers, name: string): string => String(headers[name] ?? '');

function refusalOf(headers: Headers, body: string, secret: string, now: Date): string | undefined {
  const seconds = Number(textOf(headers, 'webhook-timestamp'));
  if (!(Math.abs(seconds - now.getTime() / 1000) <= TOLERANCE_SECONDS)) return 'its time is not now';
  const at = new Date(seconds * 1000);
  const wanted = signWebhook(textOf(headers, 'webhook-id'), at, body, [secret])['webhook-signature'];
  const given = textOf(headers, 'webhook-signature').split(' ');
  const isSigned = given.some((one) => sameDigest(Buffer.from(one), Buffer.from(wanted)));
  return isSigned ? undefined : 'no signature is by the secret of the endpoint';
}

/** Listens on a free port of loopback, with the time of the trial. */
export async function startTrialReceiver(nowMs: () => number): Promise<TrialReceiver> {
  const seen: SeenWebhook[] = [];
  let trusted = '';
  const app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/webhook', async (request, reply) => {
    const body = String(request.body);
    const refusal = refusalOf(request.headers, body, trusted, new Date(nowMs()));
    const { type, status, sequence } = JSON.parse(body) as SeenWebhook;
    seen.push({ type, status, sequence, webhookId: textOf(request.headers, 'webhook-id'), refusal });
    return reply.code(refusal === undefined ? 204 : 400).send();
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url: `${origin}/webhook`,
    seen,
    trust: (secret) => {
      trusted = secret;
    },
    close: () => app.close(),
  };
}
