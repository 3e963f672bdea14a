import { sql } from 'kysely';
import { ATTACK_SIGNALS, type AttackSignal, type SeenSignal } from '../../decision/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectId, SubjectRef } from '../../kernel/database/subject-ref.ts';

/** A flood of refused frames writes no more than this often. */
const COUNTED_AT_MOST = 1000;

/** Where a sign was seen; attempt 0 is none: the frame belonged to no attempt of this subject. */
export type SignalRef = { subject: SubjectRef; attemptNumber: number };

/** Counts a sign; beyond a thousand times nothing is written any more. */
export async function recordAttackSignal(
  db: Db,
  tenantId: TenantId,
  place: SignalRef,
  sign: AttackSignal,
  at: Date,
): Promise<void> {
  await sql`
    INSERT INTO capture_signs AS known (tenant_id, subject_kind, subject_id, attempt_number, sign, seen, first_at, last_at)
    VALUES (${tenantId}, ${place.subject.kind}, ${place.subject.id}, ${place.attemptNumber}, ${sign}, 1, ${at}, ${at})
    ON CONFLICT (tenant_id, subject_id, attempt_number, sign)
    DO UPDATE SET seen = known.seen + 1, last_at = excluded.last_at
    WHERE known.seen < ${COUNTED_AT_MOST}`.execute(db);
}

/** A sign as it was noted. */
export type RecordedSignal = SeenSignal & { attemptNumber: number; firstAt: Date; lastAt: Date };

/** The signs of a subject, in the order of its attempts. */
export async function listAttackSignals(
  db: Db,
  tenantId: TenantId,
  subjectId: SubjectId,
): Promise<RecordedSignal[]> {
  const rows = await db
    .selectFrom('capture_signs')
    .select(['attempt_number', 'sign', 'seen', 'first_at', 'last_at'])
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', subjectId)
    .orderBy('attempt_number')
    .orderBy('sign')
    .execute();
  return rows.map((row) => ({
    attemptNumber: row.attempt_number,
    sign: row.sign as AttackSignal,
    seen: row.seen,
    firstAt: row.first_at,
    lastAt: row.last_at,
  }));
}

/** The signs of subjects of any tenant, by the id of each. */
export async function listAttackSignalsOf(
  db: Db,
  subjects: readonly { tenantId: TenantId; subjectId: SubjectId }[],
): Promise<Map<string, SeenSignal[]>> {
  const { rows } = await sql<{ subject_id: string; sign: string; seen: number }>`
    SELECT s.subject_id, s.sign, s.seen
    FROM unnest(${subjects.map((one) => one.tenantId)}::uuid[], ${subjects.map((one) => one.subjectId)}::uuid[])
      AS requested (tenant_id, subject_id)
    JOIN capture_signs s ON s.tenant_id = requested.tenant_id AND s.subject_id = requested.subject_id`.execute(
    db,
  );
  const noted = new Map<string, SeenSignal[]>();
  for (const { subject_id, sign, seen } of rows)
    noted.set(subject_id, [...(noted.get(subject_id) ?? []), { sign: sign as AttackSignal, seen }]);
  return noted;
}

/** The same, added up over the attempts, in the order of the table of signs. */
export function addUp(noted: readonly SeenSignal[]): SeenSignal[] {
  return ATTACK_SIGNALS.flatMap((sign) => {
    const seen = noted.filter((one) => one.sign === sign).reduce((sum, one) => sum + one.seen, 0);
    return seen === 0 ? [] : [{ sign, seen }];
  });
}
