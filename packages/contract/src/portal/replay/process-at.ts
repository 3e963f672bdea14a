import type { ProcessCase } from '../case.ts';
import { partsAt } from './parts-at.ts';

/** A process of an instant: nothing can be done there, and the link is absent where nobody kept it. */
export type PastProcess = Omit<ProcessCase, 'link'> & { link: ProcessCase['link'] | undefined };

const OPEN = 'PROCESS_STATE_CREATED';
const NOTHING_SEEN = {
  livenessResult: 'LIVENESS_RESULT_UNSPECIFIED',
  authenticationResult: 'AUTHENTICATION_RESULT_UNSPECIFIED',
} as const;

/** When it ended: by its first final step, or by its own word where that line was cut. */
function endOf({ timeline, isTimelineCut, process }: ProcessCase): string | undefined {
  const step = timeline.find(({ source, details }) => source === 'step' && details?.['state'] !== OPEN);
  return isTimelineCut ? process.finishedAt : (step?.at ?? process.finishedAt);
}

/** The process itself; time that is over counts before its step is written, as the query for a process reads it. */
function subjectAt(now: ProcessCase, instant: string): ProcessCase['process'] {
  const { finishedAt, result, ...rest } = now.process;
  const end = endOf(now);
  if (end !== undefined && end <= instant) return now.process;
  const isOver = result === 'PROCESS_RESULT_EXPIRED' && rest.expiresAt <= instant;
  if (isOver) return { ...rest, result };
  return { ...rest, state: OPEN, authenticationInfo: NOTHING_SEEN };
}

/** Computes a process as it stood at an instant, as `stateAt` does a transaction; undefined before it existed. */
export function processAt(now: ProcessCase, asked: string): PastProcess | undefined {
  const instant = asked < now.readAt ? asked : now.readAt;
  if (now.process.createdAt > instant) return undefined;
  const process = subjectAt(now, instant);
  const isCaptured = now.timeline.some(
    ({ source, code, at }) => source === 'step' && code === 'capture-finished' && at <= instant,
  );
  const { decision: _decision, link: _link, ...rest } = now;
  return {
    ...rest,
    process,
    ...partsAt(now, instant, { isAwaited: process.state === OPEN && !isCaptured, isReuse: false }),
    usedBy: now.usedBy.filter(({ at }) => at <= instant),
  };
}
