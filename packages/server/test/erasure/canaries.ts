import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestService } from '@titular/test-kit';
import { asSuperuser } from '@titular/test-kit/database/test-server.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { inject } from 'vitest';

/** Something planted, under the name of the field it stands in. */
export type Canaries = Readonly<Record<string, string | Buffer>>;

const reversed = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

// The middle of a base64 text depends on where in its three-byte groups the canary begins.
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].map((shift) => {
    const padded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return padded.slice(shift === 0 ? 0 : shift + 1, -2);
  });
}

/** Every way in which a canary may stand somewhere: raw, base64, hex and UTF-16. */
function formsOf(canary: string | Buffer): Buffer[] {
  const bytes = Buffer.isBuffer(canary) ? canary : Buffer.from(canary, 'utf8');
  const base64 = base64Forms(bytes).flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
  const texts = [...base64, bytes.toString('hex'), bytes.toString('hex').toUpperCase()];
  const wide = Buffer.isBuffer(canary) ? [] : [Buffer.from(canary, 'utf16le'), reversed(canary)];
  return [bytes, ...wide, ...texts.map((text) => Buffer.from(text, 'latin1'))];
}

/** Which canaries stand in the bytes, in any form. */
export const findCanaries = (canaries: Canaries, bytes: Buffer): string[] =>
  Object.entries(canaries)
    .filter(([, canary]) => formsOf(canary).some((form) => bytes.includes(form)))
    .map(([name]) => name);

/** Every row of every table of the database, those of the queue as well, as text. */
export async function dumpDatabase(service: TestService): Promise<Buffer> {
  const { db } = service.service.database;
  const tables = await sql<{ name: string }>`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`.execute(db);
  const parts: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.raw(name)} t`.execute(db);
    parts.push(name, ...rows.rows.map(({ row }) => row));
  }
  return Buffer.from(parts.join('\n'), 'utf8');
}

/** Of all tests' log it may be a gigabyte. */

/** The files of the server's write-ahead log as they are now; read again where a checkpoint of another test took one away meanwhile. */
export const readWal = (): Promise<Buffer> =>
  asSuperuser(inject('databaseServer'), (client) =>
    eventually(async () => {
      const { rows } = await client.query<{ bytes: Buffer }>(
        `SELECT pg_read_binary_file('pg_wal/' || name) AS bytes FROM pg_ls_waldir()`,
      );
      return Buffer.concat(rows.map(({ bytes }) => bytes));
    }),
  );

/** Every file under a directory. */
export async function readTree(directory: string): Promise<Buffer> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Buffer.concat(await Promise.all(files.map((file) => readFile(file))));
}
