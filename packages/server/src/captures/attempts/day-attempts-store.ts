import { sql } from 'kysely';
import type { CompanyId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { ATTEMPT_LIFETIME_SECONDS, UNHURRIED_FACTOR } from './attempt-limits.ts';

/** Whom an attempt is to show, and for what: a company, and with a transaction its card. */
export type ShownFor = {
  identityHash: Buffer;
  isStated: boolean;
  companyId: CompanyId;
  cardHash: Buffer | undefined;
};

/** When an attempt was begun, and whether it was for the same company and card. */
export type DayAttempt = { startedAt: Date; isSamePurpose: boolean };

/** An attempt that still may show a face counts as one that did, so that none begun side by side escapes the count. */
const OPEN_SECONDS = ATTEMPT_LIFETIME_SECONDS * UNHURRIED_FACTOR;

/**
 * The attempts since then that showed a face and were to show this identity, or that may still show one; the latest first, so many at most.
 * Those of a stated one are counted apart: a stranger who states somebody uses up nothing of theirs. Whoever counts the same identity next
 * waits until this database transaction ends.
 */
export async function listDayAttempts(
  trx: Db,
  tenantId: TenantId,
  { identityHash, isStated, companyId, cardHash }: ShownFor,
  scope: { since: Date; now: Date; most: number },
): Promise<DayAttempt[]> {
  const name = `attempts/${tenantId}/${identityHash.toString('hex')}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
  const openSince = new Date(scope.now.getTime() - OPEN_SECONDS * 1000);
  const { rows } = await sql<{ started_at: Date; is_same: boolean }>`
    SELECT a.started_at,
      coalesce(coalesce(t.company_id, p.company_id) = ${companyId}
        AND t.card_hash IS NOT DISTINCT FROM ${cardHash ?? null}::bytea, false) AS is_same
    FROM capture_attempts a
    LEFT JOIN transactions t ON t.tenant_id = a.tenant_id AND t.transaction_id = a.subject_id
    LEFT JOIN processes p ON p.tenant_id = a.tenant_id AND p.process_id = a.subject_id
    WHERE a.tenant_id = ${tenantId} AND a.identity_hash = ${identityHash} AND a.is_stated = ${isStated}
      AND a.started_at > ${scope.since}
      AND (coalesce(a.showed_face, true) OR (a.outcome IS NULL AND a.started_at > ${openSince}))
    ORDER BY a.started_at DESC LIMIT ${scope.most}`.execute(trx);
  return rows.map((row) => ({ startedAt: row.started_at, isSamePurpose: row.is_same }));
}
