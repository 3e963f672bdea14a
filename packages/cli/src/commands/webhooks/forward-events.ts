import { type EventRecord, FROM_LATEST } from '@titular/contract';
import { signWebhook } from '@titular/server/webhooks/index.ts';
import type { Line } from '../../frame/command.ts';
import { pause } from '../../frame/pause.ts';
import { formatValue } from '../../frame/print.ts';
import type { PollEvents, Polled } from './service-client.ts';

/** Where events go, and the secret that signs them. */
export type Forwarding = { target: string; secret: string };

const RECEIVER_LIMIT_MS = 10_000;
const POLL_EVERY_MS = 1_000;
const MAX_WAIT_SECONDS = 60;
/** What a gateway asks for beyond this is no reason to miss events: a timer of weeks would end at once besides. */
const MAX_RETRY_AFTER_SECONDS = 300;

const whyNot = (error: Error): string => {
  if (error.name === 'TimeoutError') return `no response within ${RECEIVER_LIMIT_MS / 1000} s`;
  return error.cause instanceof Error ? error.cause.message : error.message;
};

/** The request that an endpoint would get, under a signature of this moment; redirects are not followed. */
async function post(
  { target, secret }: Forwarding,
  event: EventRecord,
  stopping: AbortSignal,
): Promise<{ status: number | undefined; error: string | undefined }> {
  const { companyId: _company, ...webhook } = event;
  const body = JSON.stringify(webhook);
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'titular-webhooks/1',
        ...signWebhook(event.id, new Date(), body, [secret]),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(RECEIVER_LIMIT_MS)]),
    });
    await response.body?.cancel();
    return { status: response.status, error: undefined };
  } catch (error) {
    return { status: undefined, error: whyNot(error as Error) };
  }
}

async function forward(forwarding: Forwarding, event: EventRecord, stopping: AbortSignal): Promise<Line> {
  const startedMs = performance.now();
  const { status, error } = await post(forwarding, event, stopping);
  const durationMs = Math.round(performance.now() - startedMs);
  const { type, id, time, companyId: company } = event;
  return {
    text: [type, id, status ?? error, `${durationMs} ms`].map(formatValue).join('  '),
    record: { type, id, time, company, status, error, durationMs },
  };
}

/** Seconds to wait after so many questions in a row that could not be answered: as the service says, up to five minutes, or 1, 2, 4 and so on up to 60. */
export const backOffSeconds = (failures: number, retryAfterSeconds: number | undefined): number =>
  retryAfterSeconds === undefined
    ? Math.min(MAX_WAIT_SECONDS, 2 ** (failures - 1))
    : Math.min(MAX_RETRY_AFTER_SECONDS, retryAfterSeconds);

/** Asks until there is an answer, and tells when it has to wait; undefined when it was stopped. */
async function pollPatiently(
  poll: PollEvents,
  after: string,
  say: (text: string) => void,
  stopping: AbortSignal,
): Promise<Extract<Polled, { kind: 'page' }> | undefined> {
  for (let failures = 1; ; failures += 1) {
    const polled = await poll(after, stopping);
    if (stopping.aborted) return undefined;
    if (polled.kind === 'page') {
      if (failures > 1) say('The service responds again.');
      return polled;
    }
    const seconds = backOffSeconds(failures, polled.seconds);
    say(`${polled.why}; retrying in ${seconds} s.`);
    if (!(await pause(seconds * 1000, stopping))) return undefined;
  }
}

/** Forwards every event that happens from now on, in their order, and tells of each what came of it, until it is stopped. `begin` is told once it would miss nothing. */
export async function* forwardEvents(
  poll: PollEvents,
  forwarding: Forwarding,
  begin: Line,
  say: (text: string) => void,
  stopping: AbortSignal,
): AsyncGenerator<Line> {
  const first = await pollPatiently(poll, FROM_LATEST, say, stopping);
  if (!first) return;
  yield begin;
  for (let { cursor } = first; await pause(POLL_EVERY_MS, stopping); ) {
    for (let hasMore = true; hasMore && !stopping.aborted; ) {
      const page = await pollPatiently(poll, cursor, say, stopping);
      if (!page) return;
      for (const event of page.events) {
        const line = await forward(forwarding, event, stopping);
        if (stopping.aborted) return;
        yield line;
      }
      ({ cursor, hasMore } = page);
    }
  }
}
