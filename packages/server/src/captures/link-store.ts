import type { HandOverPurpose, LinkPurpose } from '@titular/contract';
import type { Db } from '../database/connect.ts';

/** A one-time link as it is made; `embedder` is the origin around the page that it may open in a frame, and nowhere else. */
export type NewLink = {
  transactionId: string;
  codeHash: Buffer;
  expiresAt: Date;
  purpose: LinkPurpose;
  embedder?: string;
  createdAt: Date;
};

/** A one-time link that was found by its code. */
export type Link = {
  tenantId: string;
  transactionId: string;
  purpose: LinkPurpose;
  embedder: string | undefined;
  expiresAt: Date;
  usedAt: Date | undefined;
  /** Digest of the random text of the page that used it. */
  pageLoadHash: Buffer | undefined;
};

/** The one-time link with this digest, whatever its state; the digest of 192 random bits is the authority here, so no tenant is given. */
export async function findLink(db: Db, codeHash: Buffer): Promise<Link | undefined> {
  const row = await db
    .selectFrom('capture_links')
    .select(['tenant_id', 'transaction_id', 'purpose', 'embedder', 'expires_at', 'used_at', 'page_load_hash'])
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return (
    row && {
      tenantId: row.tenant_id,
      transactionId: row.transaction_id,
      purpose: row.purpose,
      embedder: row.embedder ?? undefined,
      expiresAt: row.expires_at,
      usedAt: row.used_at ?? undefined,
      pageLoadHash: row.page_load_hash ?? undefined,
    }
  );
}

/** Takes an unused link before or after its end, for the page with this digest; of two at once exactly one gets it. */
export async function takeLink(
  db: Db,
  codeHash: Buffer,
  { when, pageLoadHash }: { when: 'valid' | 'expired'; pageLoadHash: Buffer | undefined },
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('capture_links')
    .set({ used_at: now, page_load_hash: pageLoadHash ?? null })
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .where('expires_at', when === 'valid' ? '>' : '<=', now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Adds one more link to a transaction. */
export async function insertLink(db: Db, tenantId: string, link: NewLink): Promise<void> {
  await db
    .insertInto('capture_links')
    .values({
      tenant_id: tenantId,
      code_hash: link.codeHash,
      transaction_id: link.transactionId,
      expires_at: link.expiresAt,
      used_at: null,
      purpose: link.purpose,
      embedder: link.embedder ?? null,
      created_at: link.createdAt,
    })
    .execute();
}

/** Ends the links of a purpose that nobody has used yet. */
export async function endUnusedLinks(
  db: Db,
  tenantId: string,
  transactionId: string,
  purpose: LinkPurpose,
  now: Date,
): Promise<void> {
  await db
    .updateTable('capture_links')
    .set({ expires_at: now })
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
}

/** How many links of these purposes there are, used or not. */
export async function countLinks(
  db: Db,
  tenantId: string,
  transactionId: string,
  purposes: readonly LinkPurpose[],
): Promise<number> {
  const row = await db
    .selectFrom('capture_links')
    .select((table) => table.fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .where('purpose', 'in', purposes)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** The link that was passed on last, if one was. */
export async function findLastHandOver(
  db: Db,
  tenantId: string,
  transactionId: string,
): Promise<{ purpose: HandOverPurpose; expiresAt: Date; usedAt: Date | undefined } | undefined> {
  const row = await db
    .selectFrom('capture_links')
    .select(['purpose', 'expires_at', 'used_at'])
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .where('purpose', 'in', ['cardholder', 'phone'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row || (row.purpose !== 'cardholder' && row.purpose !== 'phone')) return undefined;
  return { purpose: row.purpose, expiresAt: row.expires_at, usedAt: row.used_at ?? undefined };
}
