import type { HandOverPurpose, LinkPurpose } from '@titular/contract';
import { type Selectable, sql } from 'kysely';
import type { SessionId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import {
  type SubjectId,
  type SubjectRef,
  subjectColumns,
  subjectOf,
} from '../../kernel/database/subject-ref.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';

/** A one-time link as it is made; `embedder` is the origin around the page that it may open in a frame, and nowhere else. */
export type NewLink = {
  subject: SubjectRef;
  codeHash: Buffer;
  expiresAt: Date;
  purpose: LinkPurpose;
  embedder?: string;
  /** The page session that passes it on. */
  madeBy?: SessionId;
  /** The page shows it before the person asks. */
  isSuggested?: boolean;
  createdAt: Date;
};

/** A one-time link that was found by its code. */
export type Link = {
  tenantId: TenantId;
  codeHash: Buffer;
  subject: SubjectRef;
  purpose: LinkPurpose;
  embedder: string | undefined;
  expiresAt: Date;
  usedAt: Date | undefined;
  /** A newer link took its place. */
  isEnded: boolean;
  /** Digest by which the page that used it may open it again; another one after each time. */
  pageLoadHash: Buffer | undefined;
  /** The session that it opened. */
  openedBy: SessionId | undefined;
};

const LINK_COLUMNS = [
  'tenant_id',
  'subject_kind',
  'subject_id',
  'purpose',
  'embedder',
  'expires_at',
  'used_at',
  'ended_at',
  'page_load_hash',
  'opened_by',
  'code_hash',
] as const;

const toLink = (row: Pick<Selectable<Tables['capture_links']>, (typeof LINK_COLUMNS)[number]>): Link => ({
  tenantId: row.tenant_id,
  codeHash: row.code_hash,
  subject: subjectOf(row),
  purpose: row.purpose,
  embedder: row.embedder ?? undefined,
  expiresAt: row.expires_at,
  usedAt: row.used_at ?? undefined,
  isEnded: row.ended_at !== null,
  pageLoadHash: row.page_load_hash ?? undefined,
  openedBy: row.opened_by ?? undefined,
});

/** The one-time link with this digest, whatever its state; the digest of 192 random bits is the authority here, so no tenant is given. */
export async function findLink(db: Db, codeHash: Buffer): Promise<Link | undefined> {
  const row = await db
    .selectFrom('capture_links')
    .select(LINK_COLUMNS)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return row && toLink(row);
}

/** The link that opened a page session; of those that it took over the last one. */
export async function findLinkOf(
  db: Db,
  tenantId: TenantId,
  { subjectId, sessionId }: { subjectId: SubjectId; sessionId: SessionId },
): Promise<Link | undefined> {
  const row = await db
    .selectFrom('capture_links')
    .select(LINK_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', subjectId)
    .where('opened_by', '=', sessionId)
    .orderBy('used_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toLink(row);
}

/** Takes an unused link before or after its time is over, for a session and the page with this digest; of two at once exactly one gets it. */
export async function consumeLink(
  db: Db,
  codeHash: Buffer,
  taking: { when: 'valid' | 'expired'; pageLoadHash: Buffer | undefined; sessionId: SessionId },
  now: Date,
): Promise<boolean> {
  const { when, pageLoadHash, sessionId } = taking;
  const result = await db
    .updateTable('capture_links')
    .set({ used_at: now, page_load_hash: pageLoadHash ?? null, opened_by: sessionId })
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', when === 'valid' ? '>' : '<=', now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Consumes a used link once more for the page whose digest it holds, and stores the next digest, or none for the last time. Of two at once, exactly one succeeds. */
export async function consumeLinkAgain(
  db: Db,
  codeHash: Buffer,
  { held, next, sessionId }: { held: Buffer; next: Buffer | undefined; sessionId: SessionId },
): Promise<boolean> {
  const result = await db
    .updateTable('capture_links')
    .set({ page_load_hash: next ?? null, opened_by: sessionId })
    .where('code_hash', '=', codeHash)
    .where('page_load_hash', '=', held)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Adds one more link to a subject. */
export async function insertLink(db: Db, tenantId: TenantId, link: NewLink): Promise<void> {
  await db
    .insertInto('capture_links')
    .values({
      tenant_id: tenantId,
      code_hash: link.codeHash,
      ...subjectColumns(link.subject),
      expires_at: link.expiresAt,
      used_at: null,
      purpose: link.purpose,
      embedder: link.embedder ?? null,
      made_by: link.madeBy ?? null,
      is_suggested: link.isSuggested ?? false,
      created_at: link.createdAt,
    })
    .execute();
}

const endingLinks = (db: Db, tenantId: TenantId, subjectId: SubjectId, now: Date) =>
  db
    .updateTable('capture_links')
    .set({ ended_at: now })
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', subjectId)
    .where('ended_at', 'is', null);

/** Ends the links of a subject, also used ones, so that each tells its holder that a newer one took its place. */
export const endLinks = async (
  db: Db,
  tenantId: TenantId,
  subjectId: SubjectId,
  now: Date,
): Promise<void> => {
  await endingLinks(db, tenantId, subjectId, now).execute();
};

/** Ends the links of one purpose of a subject that nobody has used yet, or of them those that one page session made. */
export async function endUnusedLinks(
  db: Db,
  tenantId: TenantId,
  subjectId: SubjectId,
  { purpose, madeBy }: { purpose: LinkPurpose; madeBy?: SessionId },
  now: Date,
): Promise<void> {
  const ending = endingLinks(db, tenantId, subjectId, now)
    .where('used_at', 'is', null)
    .where('purpose', '=', purpose);
  await (madeBy === undefined ? ending : ending.where('made_by', '=', madeBy)).execute();
}

/** Lets a session have what another one had before it: the links that it made, and those that it was opened by. */
export async function inheritLinks(
  db: Db,
  tenantId: TenantId,
  subjectId: SubjectId,
  { before, after }: { before: SessionId; after: SessionId },
): Promise<void> {
  const one = (column: 'made_by' | 'opened_by') =>
    sql<SessionId | null>`CASE WHEN ${sql.ref(column)} = ${before} THEN ${after}::uuid ELSE ${sql.ref(column)} END`;
  await db
    .updateTable('capture_links')
    .set({ made_by: one('made_by'), opened_by: one('opened_by') })
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', subjectId)
    .where(({ or, eb }) => or([eb('made_by', '=', before), eb('opened_by', '=', before)]))
    .execute();
}

/** How many links of these purposes there are, used or not. */
export async function countLinks(
  db: Db,
  tenantId: TenantId,
  subjectId: SubjectId,
  purposes: readonly LinkPurpose[],
): Promise<number> {
  const row = await db
    .selectFrom('capture_links')
    .select((table) => table.fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', subjectId)
    .where('purpose', 'in', purposes)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** A link that a page passed on: `isAlive` while the page that it opened is. */
export type SharedLink = {
  purpose: HandOverPurpose;
  isSuggested: boolean;
  expiresAt: Date;
  isUsed: boolean;
  isAlive: boolean;
};

/** The link that a page session passed on last, if it did. */
export async function findLastHandOver(
  db: Db,
  tenantId: TenantId,
  { subjectId, sessionId }: { subjectId: SubjectId; sessionId: SessionId },
  now: Date,
): Promise<SharedLink | undefined> {
  const row = await db
    .selectFrom('capture_links as link')
    .leftJoin('capture_sessions as opened', (join) =>
      join
        .onRef('opened.tenant_id', '=', 'link.tenant_id')
        .onRef('opened.session_id', '=', 'link.opened_by')
        .on('opened.ended_at', 'is', null)
        .on('opened.expires_at', '>', now),
    )
    .select(['link.purpose', 'link.is_suggested', 'link.expires_at', 'link.used_at', 'link.ended_at'])
    .select('opened.session_id')
    .where('link.tenant_id', '=', tenantId)
    .where('link.subject_id', '=', subjectId)
    .where('link.made_by', '=', sessionId)
    .orderBy('link.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row || (row.purpose !== 'cardholder' && row.purpose !== 'phone')) return undefined;
  const isUsed = row.used_at !== null;
  const isOpen = row.ended_at === null && row.expires_at > now;
  return {
    purpose: row.purpose,
    isSuggested: row.is_suggested,
    expiresAt: row.expires_at,
    isUsed,
    isAlive: isUsed ? row.session_id !== null : isOpen,
  };
}

/** Deletes up to `limit` links, of all tenants, that expired before `before`: until then an expired link can still say so; returns how many. */
export async function deleteExpiredLinks(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    DELETE FROM capture_links WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM capture_links WHERE expires_at < ${before} ORDER BY expires_at LIMIT ${limit}))`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0n);
}
