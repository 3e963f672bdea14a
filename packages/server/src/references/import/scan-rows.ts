import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { OperatorRefusal } from '../../audit/index.ts';
import { identityHash, parseIdentity } from '../../identity/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { TenantKey } from '../../tenants/index.ts';
import { type Header, parseHeader, parseRow } from './import-row.ts';
import { type CsvRecord, readCsv } from './read-csv.ts';

/** Most rows of a file: what is known of each is kept in memory. */
const MAX_ROWS = 500_000;

/** What the file says before a photograph is read. */
export type Scan = {
  rows: number;
  /** Rows whose identity another row has too, with that row. */
  repeated: ReadonlyMap<number, number>;
  /** SHA-256 of the file. */
  digest: Buffer;
};

/** Reads the rows of the file behind its header; `done` gives the digest of what was read, once all of it was. */
export function openRows(csv: string): {
  rows: AsyncGenerator<{ header: Header; record: CsvRecord }>;
  digest(): Buffer;
} {
  const hash = createHash('sha256');
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of createReadStream(csv)) {
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
  }
  async function* rows(): AsyncGenerator<{ header: Header; record: CsvRecord }> {
    let header: Header | undefined;
    for await (const record of readCsv(chunks())) {
      if (header) yield { header, record };
      else header = parseHeader(record);
    }
    if (!header) parseHeader(undefined);
  }
  return { rows: rows(), digest: () => hash.digest() };
}

/** The keyed hash of a row's identity; undefined where the row is not a good one. */
function identityOf(key: TenantKey, header: Header, record: CsvRecord): string | undefined {
  try {
    const { request } = parseRow(header, record);
    const parsed = parseIdentity(request.identity.key, request.identity.value);
    return parsed.kind === 'identity' ? identityHash(key, parsed.identity).toString('base64') : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Counts the rows, and finds those whose identity stands in the file more than once; refuses a file that is none. */
export async function scanRows(csv: string, key: TenantKey): Promise<Scan> {
  const { rows, digest } = openRows(csv);
  const firsts = new Map<string, number>();
  const repeated = new Map<number, number>();
  let count = 0;
  for await (const { header, record } of rows) {
    count += 1;
    if (count > MAX_ROWS)
      throw new OperatorRefusal('invalid', `The CSV file has more than ${MAX_ROWS} rows: divide it.`);
    const identity = identityOf(key, header, record);
    if (identity === undefined) continue;
    const first = firsts.get(identity);
    if (first === undefined) firsts.set(identity, record.row);
    else {
      repeated.set(record.row, first);
      if (!repeated.has(first)) repeated.set(first, record.row);
    }
  }
  if (count === 0) throw new OperatorRefusal('invalid', 'The CSV file has no row below its header.');
  return { rows: count, repeated, digest: digest() };
}
