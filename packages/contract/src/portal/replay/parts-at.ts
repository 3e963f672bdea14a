import type { CaptureAttempt } from '../../captures/capture-records.ts';
import type { ProcessCase, TransactionCase } from '../case.ts';
import { deliveryAt } from './delivery-at.ts';
import { linkAt } from './link-at.ts';

/** What every case has, whatever it is about. */
type AnyCase = Pick<
  ProcessCase,
  'timeline' | 'isTimelineCut' | 'decision' | 'deliveries' | 'calls' | 'link' | 'readAt'
>;

function attemptAt(now: CaptureAttempt, instant: string): CaptureAttempt {
  if (now.finishedAt !== undefined && now.finishedAt <= instant) return now;
  const isLater = ({ receivedAt }: CaptureAttempt['frames'][number]): boolean =>
    receivedAt !== undefined && receivedAt > instant;
  if (now.finishedAt === undefined && !now.frames.some(isLater)) return now;
  const { outcome: _outcome, finishedAt: _finishedAt, ...running } = now;
  const frames = now.frames.filter(({ receivedAt }) => receivedAt !== undefined && receivedAt <= instant);
  return { ...running, frames, framesReceived: frames.length };
}

function capturesAt<C extends ProcessCase['captures']>(
  captures: C,
  decision: AnyCase['decision'],
  instant: string,
): C {
  const { checks, comparedFace, signs, attempts, ...rest } = captures;
  const seen = attempts.filter(({ startedAt }) => startedAt <= instant);
  const ended = seen.filter(({ finishedAt }) => finishedAt !== undefined && finishedAt <= instant);
  const isDecided = decision !== undefined && decision.at <= instant;
  const numbers = new Set(ended.map(({ number }) => number));
  return {
    ...rest,
    checks: isDecided ? checks : [],
    ...(isDecided && comparedFace ? { comparedFace } : {}),
    signs: signs.filter(({ attempt }) => isDecided || numbers.has(attempt)),
    attempts: seen.map((attempt) => attemptAt(attempt, instant)),
  } as C;
}

type Facts = {
  /** A capture was awaited then. */
  isAwaited: boolean;
  /** The attempts are those of an earlier process. */
  isReuse: boolean;
};

type Parts<C> = Pick<AnyCase, 'timeline' | 'deliveries' | 'calls' | 'readAt'> & {
  captures: C;
  link: AnyCase['link'] | undefined;
  acts: [];
  decision?: NonNullable<AnyCase['decision']>;
};

/** Computes what a case has beside its subject, as it stood at an instant of which something is known; nothing can be done there. */
export function partsAt<C extends ProcessCase['captures'] | TransactionCase['captures']>(
  now: AnyCase & { captures: C },
  instant: string,
  { isAwaited, isReuse }: Facts,
): Parts<C> {
  const { decision } = now;
  const captures = capturesAt(now.captures, decision, instant);
  const isCapturing = !isReuse && captures.attempts.some(({ outcome }) => outcome === undefined);
  return {
    ...{ captures, acts: [], readAt: instant },
    link: linkAt(now, { isAwaited, isCapturing }, instant),
    timeline: now.timeline.filter(({ at }) => at <= instant),
    ...(decision && decision.at <= instant ? { decision } : {}),
    deliveries: now.deliveries
      .filter(({ eventTime }) => eventTime <= instant)
      .map((delivery) => deliveryAt(delivery, instant, now.readAt)),
    calls: now.calls.filter(({ at }) => at <= instant),
  };
}
