import type { Log } from '../../kernel/base/log.ts';
import { isWriteOutage } from '../../kernel/database/database-problem.ts';
import { createSingleFlight } from '../../kernel/jobs/single-flight.ts';
import type { FinishedAttempt } from './attempt.ts';
import { type RecordAttemptsDeps, recordAttempts, type SwitchedOff } from './record-attempts.ts';

/** Attempts that are over and wait to be kept, many in one commit. */
export type OutcomeWriter = {
  add(attempt: FinishedAttempt): void;
  /** Tries again to keep what was refused, unless its claim has ended: for when the database is known to answer. */
  retry(): void;
  isOver(): boolean;
  done(): Promise<void>;
  /** Keeps what is left, with one more try of what was refused. */
  finish(): Promise<void>;
};

/** What is told when attempts were dealt with, whether or not they could be kept, and of the endpoints that were switched off. */
type OnKept = (batch: readonly FinishedAttempt[], switchedOff: readonly SwitchedOff[]) => void;

const KEEP_BATCH = 250;

/** Keeps what was added as soon as the batch before is kept. What is refused stays claimed, and is tried again until its claim ends; then it is sent again. */
export function createOutcomeWriter(deps: RecordAttemptsDeps & { log: Log }, onKept: OnKept): OutcomeWriter {
  let waiting: FinishedAttempt[] = [];
  let refused: FinishedAttempt[] = [];

  /** A batch that the database refuses for what is in it is tried one by one, so that one bad row holds up no other. In an outage each would wait as long as all of them. */
  const keep = async (batch: readonly FinishedAttempt[]): Promise<void> => {
    try {
      onKept(batch, await recordAttempts(deps, batch));
    } catch (error) {
      deps.log.error({ err: error, attempts: batch.length }, 'fault while keeping attempts of webhooks');
      if (batch.length === 1 || isWriteOutage(error)) refused.push(...batch);
      else for (const one of batch) await keep([one]);
    }
  };

  const turn = createSingleFlight(async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, KEEP_BATCH);
      waiting = waiting.slice(KEEP_BATCH);
      await keep(batch);
    }
  });

  const retry = (): void => {
    if (refused.length === 0) return;
    const now = deps.clock.now();
    const { held = [], ended = [] } = Object.groupBy(refused, ({ claimed }) =>
      claimed.claimEndsAt > now ? 'held' : 'ended',
    );
    refused = [];
    if (ended.length > 0) onKept(ended, []);
    if (held.length === 0) return;
    waiting.push(...held);
    turn.ask();
  };

  return {
    add(attempt) {
      waiting.push(attempt);
      turn.ask();
    },
    retry,
    isOver: turn.isOver,
    done: turn.done,
    async finish() {
      await turn.done();
      retry();
      await turn.done();
    },
  };
}
