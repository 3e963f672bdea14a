import { createStore } from './store.ts';

/** Whether the server answers; `tries` counts the failed calls in a row. */
export type Connection = { kind: 'there' } | { kind: 'away'; tries: number };

const THERE: Connection = { kind: 'there' };

/** Followed by the bar that tells, and by acts, which wait until the server is back. */
export const connection = createStore<Connection>(THERE);

/** Notes that the server answered. */
export const noteAnswer = (): void => connection.write(THERE);

/** Notes that no answer came. */
export function noteSilence(): void {
  const known = connection.read();
  connection.write({ kind: 'away', tries: known.kind === 'away' ? known.tries + 1 : 1 });
}
