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

type Form = { name: string; bytes: Buffer };

const standsAt = (bytes: Buffer, at: number, form: Buffer): boolean => {
  for (let offset = 0; offset < form.length; offset += 1)
    if (bytes[at + offset] !== form[offset]) return false;
  return true;
};

/** Which canaries stand in the bytes, in any form: all forms in one pass, told apart by their first two bytes. */
export function findCanaries(canaries: Canaries, bytes: Buffer): string[] {
  const byHead: (Form[] | undefined)[] = Array(1 << 16).fill(undefined);
  for (const [name, canary] of Object.entries(canaries))
    for (const form of formsOf(canary)) {
      const head = form.readUInt16BE();
      byHead[head] = [...(byHead[head] ?? []), { name, bytes: form }];
    }
  const found = new Set<string>();
  let head = 0;
  for (let end = 0; end < bytes.length; end += 1) {
    head = ((head << 8) | (bytes[end] as number)) & 0xffff;
    const forms = byHead[head];
    if (!forms || end === 0) continue;
    for (const form of forms)
      if (!found.has(form.name) && standsAt(bytes, end - 1, form.bytes)) found.add(form.name);
  }
  return Object.keys(canaries).filter((name) => found.has(name));
}

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

/** The files of the server's write-ahead log as they are now, those that are kept for later included; read again where a checkpoint of another test took one away meanwhile. */
export const readWal = (): Promise<Buffer> =>
  asSuperuser(inject('databaseServer'), (client) =>
    eventually(async () => {
      const { rows } = await client.query<{ file: string }>(
        `SELECT current_setting('data_directory') || '/pg_wal/' || name AS file FROM pg_ls_waldir()`,
      );
      return Buffer.concat(await Promise.all(rows.map(({ file }) => readFile(file))));
    }),
  );

/** Every file under a directory. */
export async function readTree(directory: string): Promise<Buffer> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Buffer.concat(await Promise.all(files.map((file) => readFile(file))));
}
