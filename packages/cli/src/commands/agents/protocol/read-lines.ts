/** Longest line that is read, in bytes. */
export const MAX_LINE_BYTES = 1_000_000;

/** A line without its end, or the news that one was longer and was skipped. */
export type ReadLine = { kind: 'line'; bytes: Buffer } | { kind: 'too-long' };

const NEWLINE = 0x0a;

/** Splits a stream into lines and keeps at most one line in memory; the last one may lack its end. */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  maxBytes: number = MAX_LINE_BYTES,
): AsyncGenerator<ReadLine> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const collect = (part: Uint8Array): void => {
    size += part.length;
    if (size > maxBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const end = (): ReadLine => {
    const line: ReadLine =
      size > maxBytes ? { kind: 'too-long' } : { kind: 'line', bytes: Buffer.concat(parts) };
    parts = [];
    size = 0;
    return line;
  };
  for await (const chunk of input) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      collect(chunk.subarray(from, at));
      yield end();
      from = at + 1;
    }
    collect(chunk.subarray(from));
  }
  if (size > 0) yield end();
}
