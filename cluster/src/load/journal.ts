import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs';

/** A create before it is sent; times are milliseconds of the load. */
type Sent = { kind: 'sent'; order: string; node: number; atMs: number };

/** What came back: the status and body, or why nothing did. */
export type Answered = {
  kind: 'answered';
  order: string;
  atMs: number;
  status?: number;
  body?: string;
  error?: string;
};

/** A line of the journal. */
export type Line = Sent | Answered;

/** Opens a journal whose lines are with the system before `write` returns: what was sent stands there before it is sent. */
export function openJournal<T = Line>(path: string): { write(line: T): void; close(): void } {
  const file = openSync(path, 'a');
  return {
    write: (line) => appendFileSync(file, `${JSON.stringify(line)}\n`),
    close: () => closeSync(file),
  };
}

/** Reads all lines. */
export const readJournal = <T = Line>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
