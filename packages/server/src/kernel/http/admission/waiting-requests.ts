let waiting = 0;

/** Counts a request that waits in line, until what it returns is called. */
export function noteWaiting(): () => void {
  waiting += 1;
  return () => {
    waiting -= 1;
  };
}

/** Tells how many requests wait in line, in this process. */
export const countWaiting = (): number => waiting;
