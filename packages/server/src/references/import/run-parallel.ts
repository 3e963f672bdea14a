import { ImportStopped } from './try-patiently.ts';

/** Does a work for each item, so many at once, in the order in which they begin. Ends early, after what is under way, when it is to stop or a work fails. */
export async function runParallel<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  parallel: number,
  stopping: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const failures: unknown[] = [];
  const lane = async (): Promise<void> => {
    while (!stopping.aborted && failures.length === 0) {
      try {
        const next = await iterator.next();
        if (next.done) return;
        await work(next.value);
      } catch (error) {
        if (error instanceof ImportStopped) return;
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, lane));
  await iterator.return?.(undefined);
  if (failures.length > 0) throw failures[0];
}
