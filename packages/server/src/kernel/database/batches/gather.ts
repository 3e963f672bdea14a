import { AsyncResource } from 'node:async_hooks';
import { NO_TURN } from '../database-problem.ts';
import type { StatementSlots } from './statement-slots.ts';

/**
 * How many asks one statement takes at most, and how many statements may be under way: one, and up to `whenSlow` while asks have waited 20 ms.
 * With `slots`, each statement also waits for one of those, which it shares with other statements.
 */
export type GatherLimits = { mostAsks: number; whenSlow?: number; slots?: StatementSlots };

/** Longer than a statement takes as a rule: what waits so long is held up by a slow one, and is sent beside it. */
const SLOW_MS = 20;

/** An ask waits no longer for its statement than for a connection of the pool; where statements stand still, the line must not grow. */
const MAX_WAIT_MS = 5_000;

type Waiting<Ask, Answer> = {
  ask: Ask;
  sinceMs: number;
  /** The context of who asked, which a trace belongs to. */
  context: AsyncResource;
  resolve: (answer: Answer | Promise<Answer>) => void;
  reject: (error: unknown) => void;
};

/**
 * Answers asks together: all that come in one iteration of the event loop, or while a statement is under way, by the next statement, in the
 * order of their coming. `run` gives as many answers as it was asked, in that order; its failure is that of all of them. An answer that is
 * still to come holds up no other. An ask that no statement took for 5 s is refused once a statement ends, as
 * without a connection. A statement ends within 5 s, and runs in the context of its first ask.
 */
export function gather<Ask, Answer>(
  run: (asks: readonly Ask[]) => Promise<readonly (Answer | Promise<Answer>)[]>,
  { mostAsks, whenSlow = 1, slots = (statement) => statement() }: GatherLimits,
  monotonicMs: () => number = () => performance.now(),
): (ask: Ask) => Promise<Answer> {
  const waiting: Waiting<Ask, Answer>[] = [];
  let underWay = 0;
  let isLooking = false;

  const answer = async (taken: readonly Waiting<Ask, Answer>[]): Promise<void> => {
    const [first] = taken;
    if (!first) return;
    try {
      const answers = await first.context.runInAsyncScope(() => run(taken.map(({ ask }) => ask)));
      for (const [index, { resolve }] of taken.entries()) resolve(answers[index] as Answer | Promise<Answer>);
    } catch (error) {
      for (const { reject } of taken) reject(error);
    }
  };

  const refuseLate = (): void => {
    const late = monotonicMs() - MAX_WAIT_MS;
    const onTime = waiting.findIndex(({ sinceMs }) => sinceMs > late);
    const refused = waiting.splice(0, onTime === -1 ? waiting.length : onTime);
    for (const { reject } of refused)
      reject(Object.assign(new Error('no statement was free within 5 s'), { code: NO_TURN }));
  };

  const begin = async (): Promise<void> => {
    while (waiting.length > 0) {
      await slots(() => answer(waiting.splice(0, mostAsks)));
      refuseLate();
    }
    underWay -= 1;
  };

  const start = (): void => {
    underWay += 1;
    setImmediate(() => void begin());
  };

  /** Sends what has waited too long beside the statements that are slow. */
  const look = (): void => {
    isLooking = false;
    const [first] = waiting;
    if (!first) return;
    if (monotonicMs() - first.sinceMs >= SLOW_MS && underWay < whenSlow) start();
    lookLater();
  };

  const lookLater = (): void => {
    if (whenSlow === 1 || isLooking) return;
    isLooking = true;
    setTimeout(look, SLOW_MS);
  };

  return (ask) =>
    new Promise((resolve, reject) => {
      const context = new AsyncResource('gather');
      waiting.push({ ask, sinceMs: monotonicMs(), context, resolve, reject });
      if (underWay === 0) start();
      else lookLater();
    });
}
