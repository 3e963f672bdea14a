import { sql } from 'kysely';
import { REFUSING_SIGNALS } from '../../decision/index.ts';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectId } from '../../kernel/database/subject-ref.ts';
import { type RiskFacts, SIGNAL_DAYS, TENANT_UNDER_ATTACK } from './choose-length.ts';

/** Whose attempt is about to begin. */
export type RiskOf = { identityHash: Buffer; subjectId: SubjectId; engineVersions: readonly string[] };

/** What is kept of the faces of an identity and of its captures so far, and of the tenant's last hour; two look-ups by index. */
export async function findRisk(
  db: Db,
  tenantId: TenantId,
  { identityHash, subjectId, engineVersions }: RiskOf,
  now: Date,
): Promise<Omit<RiskFacts, 'isStated' | 'number'>> {
  const since = addSeconds(now, -SIGNAL_DAYS * 86_400);
  const lately = addSeconds(now, -TENANT_UNDER_ATTACK.minutes * 60);
  const { rows } = await sql<{
    enrolled_at: Date | null;
    matched_at: Date | null;
    has_signal: boolean;
    was_refused: boolean;
    attacked: number;
  }>`
    WITH faces AS (
      SELECT min(created_at) AS enrolled_at, max(last_matched_at) AS matched_at FROM face_templates
      WHERE tenant_id = ${tenantId} AND identity_hash = ${identityHash} AND engine_version = ANY(${engineVersions}::text[])
    ), captures AS (
      SELECT subject_id, outcome FROM capture_attempts
      WHERE tenant_id = ${tenantId} AND identity_hash = ${identityHash} AND started_at > ${since}
    )
    SELECT faces.enrolled_at, faces.matched_at,
      EXISTS (
        SELECT FROM capture_signs s WHERE s.tenant_id = ${tenantId}
          AND s.subject_id IN (SELECT subject_id FROM captures UNION SELECT ${subjectId}::uuid)
      ) AS has_signal,
      EXISTS (
        SELECT FROM captures c
        LEFT JOIN transactions t ON t.tenant_id = ${tenantId} AND t.transaction_id = c.subject_id
        LEFT JOIN processes p ON p.tenant_id = ${tenantId} AND p.process_id = c.subject_id
        WHERE c.outcome = 'completed' AND coalesce(t.status, p.status) NOT IN ('approved', 'ok', 'processing')
      ) AS was_refused,
      (SELECT count(*)::integer FROM (
        SELECT DISTINCT s.subject_id FROM capture_signs s
        WHERE s.tenant_id = ${tenantId} AND s.last_at > ${lately} AND s.sign = ANY(${REFUSING_SIGNALS}::text[])
        LIMIT ${TENANT_UNDER_ATTACK.subjects}
      ) AS lately) AS attacked
    FROM faces`.execute(db);
  const [row] = rows;
  return {
    enrolledAt: row?.enrolled_at ?? undefined,
    matchedAt: row?.matched_at ?? undefined,
    hasSignal: row?.has_signal ?? false,
    wasRefused: row?.was_refused ?? false,
    subjectsUnderAttack: row?.attacked ?? 0,
  };
}
