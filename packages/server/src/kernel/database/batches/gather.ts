import { AsyncLocalStorage } from 'node:async_hooks';

/** How many statements may be under way, and how many asks one of them takes at most. */
export type GatherLimits = { atOnce: number; mostAsks: number };

/** An ask waits no longer for its statement than for a connection of the pool; where statements stand still, the line must not grow. */
const MAX_WAIT_MS = 5_000;

type Waiting<Ask, Answer> = {
  ask: Ask;
  sinceMs: number;
  /** Runs work in the context of who asked, which its trace belongs to. */
  within: <Result>(work: () => Result) => Result;
  resolve: (answer: Answer | Promise<Answer>) => void;
  reject: (error: unknown) => void;
};

/**
 * Answers asks that come while as many statements as may be are under way by the next one together, in the order of their coming. `run` gives
 * as many answers as it was asked, in that order; its failure is that of all of them. An answer that is still to come holds up no other.
 * An ask that no statement took for 5 s is refused, as without a connection. A statement runs in the context of its first ask.
 */
export function gather<Ask, Answer>(
  run: (asks: readonly Ask[]) => Promise<readonly (Answer | Promise<Answer>)[]>,
  { atOnce, mostAsks }: GatherLimits,
  monotonicMs: () => number = () => performance.now(),
): (ask: Ask) => Promise<Answer> {
  let waiting: Waiting<Ask, Answer>[] = [];
  let underWay = 0;

  const answer = async (taken: readonly Waiting<Ask, Answer>[]): Promise<void> => {
    const [first] = taken;
    if (!first) return;
    try {
      const answers = await first.within(() => run(taken.map(({ ask }) => ask)));
      for (const [index, { resolve }] of taken.entries()) resolve(answers[index] as Answer | Promise<Answer>);
    } catch (error) {
      for (const { reject } of taken) reject(error);
    }
  };

  const refuseLate = (): void => {
    const late = monotonicMs() - MAX_WAIT_MS;
    const onTime = waiting.findIndex(({ sinceMs }) => sinceMs > late);
    const refused = waiting.splice(0, onTime === -1 ? waiting.length : onTime);
    for (const { reject } of refused) reject(new Error('no statement was free within 5 s'));
  };

  const begin = async (): Promise<void> => {
    underWay += 1;
    while (waiting.length > 0) {
      const taken = waiting.slice(0, mostAsks);
      waiting = waiting.slice(mostAsks);
      await answer(taken);
      refuseLate();
    }
    underWay -= 1;
  };

  return (ask) =>
    new Promise((resolve, reject) => {
      const within = AsyncLocalStorage.snapshot();
      waiting.push({ ask, sinceMs: monotonicMs(), within, resolve, reject });
      if (underWay < atOnce) void begin();
    });
}
