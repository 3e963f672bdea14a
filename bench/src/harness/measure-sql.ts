/** Runs `work` over and over on 32 lanes for some seconds and tells how often it ended, a second. */
export async function measureLanes(
  work: () => Promise<unknown>,
  seconds: number,
  lanes = 32,
): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1000;
  let count = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      await work();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return count / ((performance.now() - start) / 1000);
}
