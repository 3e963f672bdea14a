import type { TenantId } from '@titular/server/kernel/base/id.ts';
import { addAttempts, addFrames, addTransactions, type Owner } from '@titular/test-kit/fill-volume.ts';
import type pg from 'pg';

/** How much there is: finished transactions, frames of them that are due, bytes of a picture, and rows due at once in each other table. */
export type VolumeSize = { finished: number; dueFrames: number; pictureBytes: number; due: number };

/** The size unless another is asked for; pictures take some 10 GB of it. */
export const USUAL_SIZE: VolumeSize = {
  finished: 1_500_000,
  dueFrames: 200_000,
  pictureBytes: 50_000,
  due: 100_000,
};

const CHUNK = 50_000;
const FRAMES_EACH = 6;
const STATUSES = `(ARRAY['approved','approved','approved','inconclusive','expired','expired','canceled','fast-inconclusive','unknown-share',
  'absent-holder'])[1 + n % 10]`;

/** Counts from 0 to `count` in steps. */
async function inChunks(
  count: number,
  chunk: number,
  work: (from: number, size: number) => Promise<unknown>,
) {
  for (let from = 0; from < count; from += chunk) await work(from, Math.min(chunk, count - from));
}

/** Fills transactions that finished within a month, and before it those whose pictures are due, with attempts and frames. */
export async function fillFinished(
  pool: pg.Pool,
  owner: Owner,
  { finished, dueFrames, pictureBytes }: VolumeSize,
): Promise<void> {
  const captured = Math.ceil(dueFrames / FRAMES_EACH);
  const fill = (at: string, count: number, first: number) =>
    inChunks(count, CHUNK, (from, size) => {
      const place = `((n + ${from})::float / ${count})`;
      const time = `${at} + ${place} * interval '28 days'`;
      return addTransactions(pool, owner, {
        count: size,
        status: STATUSES,
        createdAt: time,
        expiresAt: `${time} + interval '3 days'`,
        finishedAt: `${time} + interval '10 minutes'`,
        salt: first + from,
      });
    });
  await fill("now() - interval '28 days 1 hour'", finished - captured, 0);
  await fill("now() - interval '60 days'", captured, finished);
  await addAttempts(pool, owner, { from: "'-infinity'", before: "now() - interval '31 days'" });
  await inChunks(captured, 500, (_from, attempts) => addFrames(pool, owner, { pictureBytes, attempts }));
}

/** The tables that jobs empty by a time of expiry, and how a row of each is made from `n`. */
export const EXPIRING: Readonly<Record<string, { columns: string; values: string }>> = {
  capture_links: {
    columns: 'subject_kind, subject_id, code_hash',
    values: "'transaction', gen_random_uuid(), sha256(convert_to(n::text, 'UTF8'))",
  },
  idempotency_keys: {
    columns: 'key_hash, request_hash, meaning_hash, subject_id, sealed_answer',
    values: `sha256(convert_to(n::text, 'UTF8')), sha256(convert_to(n::text, 'UTF8')), sha256(convert_to(n::text, 'UTF8')),
      gen_random_uuid(), decode(repeat(md5(n::text), 40), 'hex')`,
  },
  used_assertions: { columns: 'assertion_hash', values: "sha256(convert_to(n::text, 'UTF8'))" },
  revoked_tokens: { columns: 'token_id', values: 'gen_random_uuid()' },
};

/** Adds rows that expired two days ago. */
export async function fillExpired(
  pool: pg.Pool,
  table: string,
  tenantId: TenantId,
  count: number,
): Promise<void> {
  const { columns, values } = EXPIRING[table] ?? { columns: '', values: '' };
  await pool.query({
    text: `INSERT INTO ${table} (tenant_id, ${columns}, expires_at)
      SELECT $1, ${values}, now() - interval '2 days' FROM generate_series(1, ${count}) AS n`,
    values: [tenantId],
  });
}

/** Adds open transactions whose time has passed; `first` tells them apart from those before. */
export const fillOverdue = (pool: pg.Pool, owner: Owner, count: number, first: number): Promise<void> =>
  inChunks(count, CHUNK, (from, size) =>
    addTransactions(pool, owner, {
      count: size,
      status: "'waiting'",
      createdAt: "now() - interval '4 days' + n * interval '1 millisecond'",
      expiresAt: "now() - interval '1 day' + n * interval '1 millisecond'",
      finishedAt: 'NULL::timestamptz',
      salt: first + from,
    }),
  );
