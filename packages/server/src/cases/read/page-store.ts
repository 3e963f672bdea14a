import type { LinkPurpose } from '@titular/contract';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectId } from '../../kernel/database/subject-ref.ts';

/** A link as its times tell of it; its code is kept nowhere. */
export type RecordedLink = {
  purpose: LinkPurpose;
  createdAt: Date;
  usedAt: Date | undefined;
  endedAt: Date | undefined;
  expiresAt: Date;
  openedBy: string | undefined;
};

/** The newest `limit` links of a subject, newest first. */
export async function listLinks(
  db: Db,
  tenantId: TenantId,
  subjectId: SubjectId,
  limit: number,
): Promise<RecordedLink[]> {
  const rows = await db
    .selectFrom('capture_links')
    .select(['purpose', 'created_at', 'used_at', 'ended_at', 'expires_at', 'opened_by'])
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', subjectId)
    .orderBy('created_at', 'desc')
    .orderBy('code_hash')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    purpose: row.purpose,
    createdAt: row.created_at,
    usedAt: row.used_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
    expiresAt: row.expires_at,
    openedBy: row.opened_by ?? undefined,
  }));
}

/** A page that a link opened, as its times tell of it. */
export type RecordedSession = {
  sessionId: string;
  opening: LinkPurpose;
  createdAt: Date;
  consentedAt: Date | undefined;
  endedAt: Date | undefined;
  expiresAt: Date;
};

/** The newest `limit` page sessions of a subject, newest first. */
export async function listSessions(
  db: Db,
  tenantId: TenantId,
  subjectId: SubjectId,
  limit: number,
): Promise<RecordedSession[]> {
  const rows = await db
    .selectFrom('capture_sessions')
    .select(['session_id', 'opening', 'created_at', 'consented_at', 'ended_at', 'expires_at'])
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', subjectId)
    .orderBy('created_at', 'desc')
    .orderBy('session_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    sessionId: row.session_id,
    opening: row.opening,
    createdAt: row.created_at,
    consentedAt: row.consented_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
    expiresAt: row.expires_at,
  }));
}
