import { waitMs } from './http/back-off.ts';
import { type Clock, linkSignals, withLimit } from './http/clock.ts';
import { TitularError, TitularTimeoutError } from './http/errors.ts';
import type { CallOptions } from './http/options.ts';
import { retryAfterOf } from './http/send-request.ts';
import type { InboxReader, News } from './webhooks/event-inbox.ts';

/** How long a wait goes on, and what ends it. */
export type WaitOptions = Omit<CallOptions, 'maxRetries' | 'deadlineMs'> & {
  /** Limit in milliseconds, after which the wait rejects with a TitularTimeoutError; 600,000 without it, Infinity for none. */
  timeoutMs?: number | undefined;
  /**
   * `prefer` is the default: once `client.events` was fed, an event ends the wait, and a read every minute or more
   * covers a lost one. Until then the service is polled, ever more rarely. `only`: after one reading at the start,
   * events alone. `never`: no events.
   */
  events?: 'prefer' | 'only' | 'never' | undefined;
};

/** What is waited for: how it is read once, and when that is the end. */
export type WaitedFor<Answer> = {
  id: string;
  read(options: CallOptions): Promise<Answer>;
  isEnd(answer: Answer): boolean;
};

/** What waits need of the client. */
export type WaitDeps = { clock: Clock; random: () => number; inbox: InboxReader };

const USUAL_TIMEOUT_MS = 600_000;
const GROWTH = 1.5;
const CHANCE_PART = 0.25;
const MIN_FAULT_PAUSE_MS = 1_000;

/** First and longest pause between two readings, where events are expected and where they are not. */
const ASKING_MS = { first: 2_000, longest: 30_000 };
const COVERING_MS = { first: 60_000, longest: 300_000 };

/** Milliseconds until reading number `readings` + 1, longer by up to a quarter by chance. */
export function pollPauseMs(readings: number, expectsEvents: boolean, chance: number): number {
  const { first, longest } = expectsEvents ? COVERING_MS : ASKING_MS;
  const grown = Math.min(first * GROWTH ** Math.min(readings - 1, 20), longest);
  return Math.round(grown * (1 + CHANCE_PART * chance));
}

type Reading<Answer> = { kind: 'answer'; answer: Answer } | { kind: 'fault'; retryAfterSeconds?: number };

async function readOnce<Answer>(awaited: WaitedFor<Answer>, options: CallOptions): Promise<Reading<Answer>> {
  try {
    return { kind: 'answer', answer: await awaited.read({ ...options, maxRetries: 0 }) };
  } catch (error) {
    // A wait of hours outlives a fault of minutes; what will not pass by itself ends it.
    if (!(error instanceof TitularError && error.retryable)) throw error;
    const retryAfterSeconds = retryAfterOf(error);
    return { kind: 'fault', ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
  }
}

async function pauseOrNews(
  clock: Clock,
  pauseMs: number,
  news: News | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (!news) return clock.sleep(pauseMs, signal);
  const pause = linkSignals(signal);
  const sleeping = pauseMs === Number.POSITIVE_INFINITY ? [] : [clock.sleep(pauseMs, pause.signal)];
  const waits = [news.next(pause.signal), ...sleeping];
  try {
    await Promise.race(waits);
  } finally {
    for (const wait of waits) wait.catch(() => undefined);
    pause.abort(undefined);
    pause.release();
  }
}

async function readUntilEnd<Answer>(
  { clock, random, inbox }: WaitDeps,
  awaited: WaitedFor<Answer>,
  events: NonNullable<WaitOptions['events']>,
  options: CallOptions & { signal: AbortSignal },
): Promise<Answer> {
  const news = events === 'never' ? undefined : inbox.follow(awaited.id);
  let faults = 0;
  try {
    for (let readings = 1; ; readings += 1) {
      const reading = await readOnce(awaited, options);
      if (reading.kind === 'answer' && awaited.isEnd(reading.answer)) return reading.answer;
      faults = reading.kind === 'fault' ? faults + 1 : 0;
      const expectsEvents = events === 'only' || (events === 'prefer' && inbox.isFed());
      const usual =
        events === 'only' ? Number.POSITIVE_INFINITY : pollPauseMs(readings, expectsEvents, random());
      // A Retry-After of nothing, or of a time that our clock has behind it, would have it ask without a pause.
      const pause =
        reading.kind === 'fault'
          ? Math.max(waitMs(faults, reading.retryAfterSeconds, random()), MIN_FAULT_PAUSE_MS)
          : usual;
      await pauseOrNews(clock, pause, news, options.signal);
    }
  } finally {
    news?.close();
  }
}

/** Waits until something has ended and answers how, as the service reads it; the readings are their own layer of retries. */
export async function waitForEnd<Answer>(
  deps: WaitDeps,
  awaited: WaitedFor<Answer>,
  { signal, timeoutMs = USUAL_TIMEOUT_MS, events = 'prefer', ...options }: WaitOptions = {},
): Promise<Answer> {
  if (!(timeoutMs > 0)) throw new TypeError('timeoutMs must be more than 0');
  const late = new TitularTimeoutError(`${awaited.id} had not ended after ${timeoutMs} ms`, timeoutMs);
  return withLimit(deps.clock, timeoutMs, late, signal, (limited) =>
    readUntilEnd(deps, awaited, events, { ...options, signal: limited }),
  );
}
