/** How many statements may be under way, and how many asks one of them takes at most. */
export type GatherLimits = { atOnce: number; mostAsks: number };

type Waiting<Ask, Answer> = {
  ask: Ask;
  resolve: (answer: Answer | Promise<Answer>) => void;
  reject: (error: unknown) => void;
};

/**
 * Answers asks that come while as many statements as may be are under way by the next one together, in the order of their coming. `run` gives
 * as many answers as it was asked, in that order; its failure is that of all of them. An answer that is still to come holds up no other.
 */
export function gather<Ask, Answer>(
  run: (asks: readonly Ask[]) => Promise<readonly (Answer | Promise<Answer>)[]>,
  { atOnce, mostAsks }: GatherLimits,
): (ask: Ask) => Promise<Answer> {
  let waiting: Waiting<Ask, Answer>[] = [];
  let underWay = 0;

  const answer = async (taken: readonly Waiting<Ask, Answer>[]): Promise<void> => {
    try {
      const answers = await run(taken.map(({ ask }) => ask));
      for (const [index, { resolve }] of taken.entries()) resolve(answers[index] as Answer | Promise<Answer>);
    } catch (error) {
      for (const { reject } of taken) reject(error);
    }
  };

  const begin = async (): Promise<void> => {
    underWay += 1;
    while (waiting.length > 0) {
      const taken = waiting.slice(0, mostAsks);
      waiting = waiting.slice(mostAsks);
      await answer(taken);
    }
    underWay -= 1;
  };

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject });
      if (underWay < atOnce) void begin();
    });
}
