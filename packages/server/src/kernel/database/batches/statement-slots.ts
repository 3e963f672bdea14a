/** Runs a statement once a slot is free; who waits for one comes in the order of asking. */
export type StatementSlots = <Result>(statement: () => Promise<Result>) => Promise<Result>;

/** Makes a semaphore: at most `count` statements run at once, over all that share it; `within` limits them together with others. */
export function createStatementSlots(count: number, within?: StatementSlots): StatementSlots {
  const waiting: (() => void)[] = [];
  let free = count;
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return async (statement) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await (within ? within(statement) : statement());
    } finally {
      leave();
    }
  };
}
