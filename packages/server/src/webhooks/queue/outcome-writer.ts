import type { Log } from '../../kernel/base/log.ts';
import { createSingleFlight } from '../../kernel/jobs/single-flight.ts';
import type { FinishedAttempt } from './attempt.ts';
import { type RecordAttemptsDeps, recordAttempts, type SwitchedOff } from './record-attempts.ts';

/** Attempts that are over and wait to be kept, many in one commit. */
export type OutcomeWriter = { add(attempt: FinishedAttempt): void; isOver(): boolean; done(): Promise<void> };

/** What is told when a batch was dealt with: its attempts, whether or not they could be kept, and the endpoints that were switched off. */
type OnKept = (batch: readonly FinishedAttempt[], switchedOff: readonly SwitchedOff[]) => void;

const KEEP_BATCH = 250;

/** Keeps what was added as soon as the batch before is kept. */
export function createOutcomeWriter(deps: RecordAttemptsDeps & { log: Log }, onKept: OnKept): OutcomeWriter {
  let waiting: FinishedAttempt[] = [];

  /** A batch that the database refuses is tried one by one, so that one bad row holds up no other. What is refused still stays claimed until its claim ends, and is then sent again. */
  const keep = async (batch: readonly FinishedAttempt[]): Promise<SwitchedOff[]> => {
    try {
      return await recordAttempts(deps, batch);
    } catch (error) {
      deps.log.error({ err: error, attempts: batch.length }, 'fault while keeping attempts of webhooks');
      if (batch.length === 1) return [];
      const kept: SwitchedOff[] = [];
      for (const one of batch) kept.push(...(await keep([one])));
      return kept;
    }
  };

  const turn = createSingleFlight(async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, KEEP_BATCH);
      waiting = waiting.slice(KEEP_BATCH);
      onKept(batch, await keep(batch));
    }
  });

  return {
    add(attempt) {
      waiting.push(attempt);
      turn.ask();
    },
    isOver: turn.isOver,
    done: turn.done,
  };
}
