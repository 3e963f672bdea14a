import type { LinkPurpose } from '@titular/contract';
import type { Selectable } from 'kysely';
import type { SessionId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import {
  type SubjectId,
  type SubjectRef,
  subjectColumns,
  subjectOf,
} from '../../kernel/database/subject-ref.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { leftBefore } from '../attempts/attempt-limits.ts';

/** A page session: bound to a subject, opened by a one-time code or an SDK token. */
export type CaptureSession = {
  tenantId: TenantId;
  sessionId: SessionId;
  subject: SubjectRef;
  /** By which kind of link it was opened. */
  opening: LinkPurpose;
  /** The origin around a page in a frame, whose secret goes in a header and not in a cookie. */
  embedder: string | undefined;
  expiresAt: Date;
  consented: boolean;
  /** Version of the text that was agreed to. */
  consentVersion: string | undefined;
};

const SESSION_COLUMNS = [
  'tenant_id',
  'session_id',
  'subject_kind',
  'subject_id',
  'opening',
  'embedder',
  'expires_at',
  'consented_at',
  'consent_version',
] as const;

const toSession = (
  row: Pick<Selectable<Tables['capture_sessions']>, (typeof SESSION_COLUMNS)[number]>,
): CaptureSession => ({
  tenantId: row.tenant_id,
  sessionId: row.session_id,
  subject: subjectOf(row),
  opening: row.opening,
  embedder: row.embedder ?? undefined,
  expiresAt: row.expires_at,
  consented: row.consented_at !== null,
  consentVersion: row.consent_version ?? undefined,
});

/** Opens a session; only the digest of its secret is kept. */
export async function insertSession(
  db: Db,
  session: CaptureSession & { secretHash: Buffer; createdAt: Date; consent: Consent | undefined },
): Promise<void> {
  await db
    .insertInto('capture_sessions')
    .values({
      tenant_id: session.tenantId,
      session_id: session.sessionId,
      ...subjectColumns(session.subject),
      secret_hash: session.secretHash,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      opening: session.opening,
      embedder: session.embedder ?? null,
      consent_version: session.consent?.version ?? null,
      consent_language: session.consent?.language ?? null,
      consented_at: session.consent?.at ?? null,
    })
    .execute();
}

/** Ends the page sessions of a subject that take no selfie just now, or of them those that were opened by one kind of link. An attempt that was begun and left keeps no page. */
export async function endSessions(
  db: Db,
  tenantId: TenantId,
  subjectId: SubjectId,
  opening: LinkPurpose | undefined,
  now: Date,
): Promise<void> {
  let ending = db
    .updateTable('capture_sessions')
    .set({ ended_at: now })
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', subjectId)
    .where('ended_at', 'is', null)
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom('capture_attempts')
            .select('attempt_id')
            .where('capture_attempts.tenant_id', '=', ref('capture_sessions.tenant_id'))
            .where('capture_attempts.session_id', '=', ref('capture_sessions.session_id'))
            .where('outcome', 'is', null)
            .where(({ and, eb, or }) =>
              or(
                [false, true].map((unhurried) =>
                  and([
                    eb('unhurried', '=', unhurried),
                    eb('step_started_at', '>', leftBefore(now, unhurried)),
                  ]),
                ),
              ),
            ),
        ),
      ),
    );
  if (opening) ending = ending.where('opening', '=', opening);
  await ending.execute();
}

/** Ends a session that gives way to another one, and tells the consent that was given in it. */
export async function endSession(
  db: Db,
  tenantId: TenantId,
  sessionId: SessionId,
  now: Date,
): Promise<Consent | undefined> {
  const row = await db
    .updateTable('capture_sessions')
    .set({ ended_at: now })
    .where('tenant_id', '=', tenantId)
    .where('session_id', '=', sessionId)
    .returning(['consent_version', 'consent_language', 'consented_at'])
    .executeTakeFirst();
  return row && toConsent(row);
}

/** The session of a subject that was opened last in a frame on the origin and still lives. */
export async function findFrameSession(
  db: Db,
  tenantId: TenantId,
  subjectId: SubjectId,
  embedder: string,
  now: Date,
): Promise<CaptureSession | undefined> {
  const row = await db
    .selectFrom('capture_sessions')
    .select(SESSION_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', subjectId)
    .where('embedder', '=', embedder)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toSession(row);
}

/** The session whose secret has this digest, also an expired one, unless it was ended; the digest of 256 random bits is the authority here, so no tenant is given. With `isEnded` only one that was ended. */
export async function findSession(
  db: Db,
  secretHash: Buffer,
  isEnded = false,
): Promise<CaptureSession | undefined> {
  const row = await db
    .selectFrom('capture_sessions')
    .select(SESSION_COLUMNS)
    .where('secret_hash', '=', secretHash)
    .where('ended_at', isEnded ? 'is not' : 'is', null)
    .executeTakeFirst();
  return row && toSession(row);
}

/** Keeps the person's agreement with version and language of the text they read; undefined takes it back. */
export async function updateConsent(
  db: Db,
  tenantId: TenantId,
  sessionId: SessionId,
  consent: { version: string; language: string; at: Date } | undefined,
): Promise<void> {
  await db
    .updateTable('capture_sessions')
    .set({
      consent_version: consent?.version ?? null,
      consent_language: consent?.language ?? null,
      consented_at: consent?.at ?? null,
    })
    .where('tenant_id', '=', tenantId)
    .where('session_id', '=', sessionId)
    .execute();
}

/** The consent that was read, in a version and a language (BCP 47), and when it was given. */
export type Consent = { version: string; language: string; at: Date };

/** The consent in a row of a session or an attempt; undefined where there is none. */
export const toConsent = (row: {
  consent_version: string | null;
  consent_language: string | null;
  consented_at: Date | null;
}): Consent | undefined =>
  row.consent_version && row.consent_language && row.consented_at
    ? { version: row.consent_version, language: row.consent_language, at: row.consented_at }
    : undefined;

/** The agreement a session was given, if it was. */
export async function findConsent(
  db: Db,
  tenantId: TenantId,
  sessionId: SessionId,
): Promise<Consent | undefined> {
  const row = await db
    .selectFrom('capture_sessions')
    .select(['consent_version', 'consent_language', 'consented_at'])
    .where('tenant_id', '=', tenantId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row && toConsent(row);
}
