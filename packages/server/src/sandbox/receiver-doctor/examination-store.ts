import type { ExaminationEnd, ProbeResult } from '@titular/contract';
import { sql } from 'kysely';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { EndpointId, TenantId } from '../../kernel/base/id.ts';
import { deleteOlder } from '../../kernel/database/batches/delete-older.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** The address and the secret that an examination began with, as digests. */
export type Target = { url: string; secret: string };

/** The last examination of an endpoint. */
export type StoredExamination = {
  startedAt: Date;
  progressedAt: Date;
  finishedAt: Date | undefined;
  ended: ExaminationEnd | undefined;
  /** Until when no other one begins. */
  restsUntil: Date | undefined;
  /** Undefined before the first probe. */
  target: Target | undefined;
  results: ProbeResult[];
};

/** Whose examination it is. */
export type ExaminationName = { tenantId: TenantId; endpointId: EndpointId };

/** Seconds without a result after which an examination counts as given up. */
export const ABANDONED_SECONDS = 900;

/** Whether an examination did not end and will not: its job is gone. */
export const isAbandoned = (
  { progressedAt, finishedAt }: Pick<StoredExamination, 'progressedAt' | 'finishedAt'>,
  now: Date,
): boolean => !finishedAt && progressedAt <= addSeconds(now, -ABANDONED_SECONDS);

/** Begins an examination in place of the last one. */
export async function beginExamination(
  db: Db,
  { tenantId, endpointId }: ExaminationName,
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO receiver_examinations AS last (tenant_id, endpoint_id, started_at, progressed_at)
    VALUES (${tenantId}, ${endpointId}, ${now}, ${now})
    ON CONFLICT (tenant_id, endpoint_id) DO UPDATE
    SET started_at = excluded.started_at, progressed_at = excluded.progressed_at, finished_at = NULL, ended = NULL,
      rests_until = NULL, target = NULL, results = '[]'
  `.execute(db);
}

/** The last examination of an endpoint. */
export async function findExamination(
  db: Db,
  { tenantId, endpointId }: ExaminationName,
): Promise<StoredExamination | undefined> {
  const row = await db
    .selectFrom('receiver_examinations')
    .select(['started_at', 'progressed_at', 'finished_at', 'ended', 'rests_until', 'target', 'results'])
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst();
  return (
    row && {
      startedAt: row.started_at,
      progressedAt: row.progressed_at,
      finishedAt: row.finished_at ?? undefined,
      ended: (row.ended as ExaminationEnd | null) ?? undefined,
      restsUntil: row.rests_until ?? undefined,
      target: (row.target as Target | null) ?? undefined,
      results: row.results as ProbeResult[],
    }
  );
}

/** What an examination is to become: with one result more, or at its end. */
export type ExaminationUpdate = Pick<
  StoredExamination,
  'startedAt' | 'progressedAt' | 'target' | 'results'
> & {
  /** How many results were read before. */
  readCount: number;
  end: { ended: ExaminationEnd; restsUntil: Date } | undefined;
};

/** Keeps how far an examination came; false where another run came further, ended it, or began anew. */
export async function updateExamination(
  db: Db,
  { tenantId, endpointId }: ExaminationName,
  { startedAt, progressedAt, target, results, readCount, end }: ExaminationUpdate,
): Promise<boolean> {
  const result = await db
    .updateTable('receiver_examinations')
    .set({
      ...{ results: JSON.stringify(results), progressed_at: progressedAt },
      ...(target && { target: JSON.stringify(target) }),
      ...(end && { finished_at: progressedAt, ended: end.ended, rests_until: end.restsUntil }),
    })
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .where('started_at', '=', startedAt)
    .where('finished_at', 'is', null)
    .where(sql<boolean>`jsonb_array_length(results) = ${readCount}`)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Lets one examination of a tenant begin at a time, until the caller's database transaction ends. */
export async function lockBeginnings(db: Db, tenantId: TenantId): Promise<void> {
  const name = `examinations ${tenantId}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

/** What a tenant examines: how many are under way, and when those of the last seconds began, newest first. */
export type TenantLoad = { running: number; begun: Date[] };

/** Reads what a tenant examines, and what it began within so many seconds. */
export async function readTenantLoad(
  db: Db,
  tenantId: TenantId,
  { now, withinSeconds, limit }: { now: Date; withinSeconds: number; limit: number },
): Promise<TenantLoad> {
  const rows = await db
    .selectFrom('receiver_examinations')
    .select(['started_at', 'progressed_at', 'finished_at'])
    .where('tenant_id', '=', tenantId)
    .where((is) =>
      is.or([
        is('started_at', '>', addSeconds(now, -withinSeconds)),
        is.and([
          is('finished_at', 'is', null),
          is('progressed_at', '>', addSeconds(now, -ABANDONED_SECONDS)),
        ]),
      ]),
    )
    .orderBy('started_at', 'desc')
    .limit(limit)
    .execute();
  const earliest = addSeconds(now, -withinSeconds);
  return {
    running: rows.filter(({ finished_at }) => finished_at === null).length,
    begun: rows.map(({ started_at }) => started_at).filter((at) => at > earliest),
  };
}

/** Deletes examinations that were begun before a time. */
export const deleteOldExaminations = deleteOlder('receiver_examinations', 'started_at');
