import type { WebhookAuthentication } from '@titular/contract';
import type { Clock } from '../../kernel/base/clock.ts';
import { traceparentNow } from '../../kernel/tracing/trace.ts';
import { hideCredentials } from '../deliveries/hide-credentials.ts';
import type { SendResult } from '../queue/classify-attempt.ts';
import { authenticateWebhook } from './authenticate-webhook.ts';
import { authenticationProblem } from './authentication.ts';
import { createConnections } from './connections.ts';
import type { OutboundRequest } from './outbound-request.ts';
import { postWebhook } from './post-webhook.ts';
import { createTokenCache } from './token-cache.ts';

/** One attempt: the event as it is signed, and how the request is authenticated; `timeoutMs` is the time for all of it, a token included. */
export type WebhookAttempt = Pick<OutboundRequest, 'url' | 'body' | 'timeoutMs' | 'rules' | 'stopping'> & {
  endpointId: string;
  signatureHeaders: Record<string, string>;
  /** Is called once the event has left; a token that was asked for does not count. */
  onSent?: (() => void) | undefined;
  /** A 401 is the answer that was asked for, and no second request follows it. */
  isSentOnce?: boolean | undefined;
  authentication: WebhookAuthentication;
};

/** Sends attempts; throws only when `stopping` cut one short. `close` ends what is under way, its connections and its tokens. */
export type WebhookSender = { send(attempt: WebhookAttempt): Promise<SendResult>; close(): void };

/** What sending needs; `resolve` stands in for the name servers. */
export type SenderDeps = { clock: Clock; resolve?: OutboundRequest['resolve'] };

const UNAUTHORIZED = 401;
/** Makes the one sender of a process. A 401 drops the token that was used; if that was a remembered one, the same attempt is made once more with a new one. */
export function createWebhookSender({ clock, resolve }: SenderDeps): WebhookSender {
  const connections = createConnections();
  const tokens = createTokenCache(clock, resolve);

  async function sendOnce(attempt: WebhookAttempt, endMs: number) {
    const leftMs = (): number => Math.max(1, endMs - performance.now());
    const ready = await authenticateWebhook(tokens, {
      ...attempt,
      timeoutMs: leftMs(),
      wholeMs: attempt.timeoutMs,
    });
    if (ready.kind === 'failed') return { result: ready, isStale: false };
    const { url, body, rules, stopping, endpointId, onSent } = attempt;
    const traceparent = traceparentNow();
    const headers = { ...ready.headers, ...attempt.signatureHeaders, ...(traceparent && { traceparent }) };
    const request = { url, body, rules, stopping, endpointId, onSent, headers, timeoutMs: leftMs() };
    const hide = hideCredentials(attempt.authentication, ready.headers);
    const result = await postWebhook({ ...request, resolve, connections }, hide);
    const isRefused = result.kind === 'answered' && result.status === UNAUTHORIZED;
    if (isRefused) ready.invalidate();
    return { result, isStale: isRefused && ready.isCached && !attempt.isSentOnce };
  }

  return {
    send: async (attempt) => {
      const problem = authenticationProblem(attempt.authentication, attempt.rules);
      if (problem) return { kind: 'failed', error: `the authentication's ${problem}` };
      const endMs = performance.now() + attempt.timeoutMs;
      const first = await sendOnce(attempt, endMs);
      return first.isStale ? (await sendOnce(attempt, endMs)).result : first.result;
    },
    close: () => {
      tokens.close();
      connections.close();
    },
  };
}
