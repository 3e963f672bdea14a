/** Repeats work of one statement, which answers how many rows it took, until one takes less than a whole batch. */
export async function untilNone(batch: number, work: (limit: number) => Promise<number>): Promise<void> {
  while ((await work(batch)) === batch);
}
