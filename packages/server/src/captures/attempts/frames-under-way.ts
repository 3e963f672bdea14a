import type { SessionId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';

/** Frames of one page session that may be received and measured at once; a page sends one after another, and again what it waits for too long. */
export const MAX_FRAMES_AT_ONCE = 32;

/** Frames of other positions that may wait for the one that is measured. */
const MAX_WAITING = 1;

const refuseMany = (message: string): never => {
  throw Refusal.after('42902', 1, message);
};

/** Lets a page session have so many frames under way in this process, before their bodies are read; the function it gives makes room again. */
export function createFrameCounter(most: number): (sessionId: SessionId) => () => void {
  const counts = new Map<string, number>();
  return (sessionId) => {
    const count = (counts.get(sessionId) ?? 0) + 1;
    if (count > most) refuseMany(`The page has ${most} frames under way; wait for an answer.`);
    counts.set(sessionId, count);
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      const left = (counts.get(sessionId) ?? 1) - 1;
      if (left === 0) counts.delete(sessionId);
      else counts.set(sessionId, left);
    };
  };
}

/** The frame of an attempt that is measured now. */
type UnderWay = { position: number; answer: Promise<unknown>; waiting: number };

/** Runs the measuring of one frame; `attempt` names it together with its page session. */
export type MeasureOnce = <Answer>(
  attempt: string,
  position: number,
  measure: () => Promise<Answer>,
) => Promise<Answer>;

/**
 * Measures one frame of an attempt at a time in this process (single flight). Copies of its position get its result
 * or refusal; one frame of another position waits. Further ones are refused with 42902.
 */
export function createFrameSingleFlight(): MeasureOnce {
  const attempts = new Map<string, UnderWay>();
  const run: MeasureOnce = async <Answer>(
    attempt: string,
    position: number,
    measure: () => Promise<Answer>,
  ): Promise<Answer> => {
    const before = attempts.get(attempt);
    if (before?.position === position) return before.answer as Promise<Answer>;
    if (before) {
      if (before.waiting >= MAX_WAITING) refuseMany('Another frame of the attempt is measured.');
      before.waiting += 1;
      await before.answer.catch(() => undefined);
      return run(attempt, position, measure);
    }
    const answer = measure().finally(() => attempts.delete(attempt));
    attempts.set(attempt, { position, answer, waiting: 0 });
    return answer;
  };
  return run;
}
