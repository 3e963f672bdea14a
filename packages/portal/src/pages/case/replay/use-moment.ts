import { useEffect, useState } from 'react';

/** Browsers refuse to have the address changed much oftener than three times a second. */
const REST_MS = 400;

/** The moment that is shown: the page follows each move at once, and the address once it has come to rest. */
export function useMoment(
  written: string,
  write: (instant: string) => void,
): [moment: string, move: (instant: string) => void] {
  const [moved, setMoved] = useState<string>();
  const moment = moved ?? written;
  useEffect(() => {
    // One that has moved on since it was written stays where it is.
    setMoved((known) => (known === written ? undefined : known));
  }, [written]);
  useEffect(() => {
    if (moment === written) return undefined;
    const timer = window.setTimeout(() => write(moment), REST_MS);
    return () => window.clearTimeout(timer);
  }, [moment, written, write]);
  return [moment, setMoved];
}
