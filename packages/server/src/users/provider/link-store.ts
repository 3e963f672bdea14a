import type { Db } from '../../kernel/database/connect.ts';

/** The account that an identity of a provider opens. */
export type ProviderLink = {
  linkId: string;
  userId: string;
  issuer: string;
  createdAt: Date;
  lastUsedAt: Date | undefined;
};

const COLUMNS = ['link_id', 'user_id', 'issuer', 'created_at', 'last_used_at'] as const;

type Row = {
  link_id: string;
  user_id: string;
  issuer: string;
  created_at: Date;
  last_used_at: Date | null;
};

const toLink = (row: Row): ProviderLink => ({
  linkId: row.link_id,
  userId: row.user_id,
  issuer: row.issuer,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at ?? undefined,
});

/** The link of an identity, whoever has it. */
export async function findLink(db: Db, issuer: string, subject: string): Promise<ProviderLink | undefined> {
  const row = await db
    .selectFrom('user_provider_links')
    .select(COLUMNS)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row && toLink(row);
}

/** The links of a person, those to issuers that are no longer configured too. */
export async function listLinks(db: Db, userId: string): Promise<ProviderLink[]> {
  const rows = await db
    .selectFrom('user_provider_links')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('link_id')
    .execute();
  return rows.map(toLink);
}

/** Adds a link; false where the identity, or the account at this issuer, has one. */
export async function insertLink(
  db: Db,
  link: { linkId: string; userId: string; issuer: string; subject: string; at: Date },
): Promise<boolean> {
  const added = await db
    .insertInto('user_provider_links')
    .values({
      link_id: link.linkId,
      user_id: link.userId,
      issuer: link.issuer,
      subject: link.subject,
      created_at: link.at,
      last_used_at: link.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(added.numInsertedOrUpdatedRows) === 1;
}

/** Notes when a link was last used. */
export async function updateLinkUse(db: Db, linkId: string, at: Date): Promise<void> {
  await db
    .updateTable('user_provider_links')
    .set({ last_used_at: at })
    .where('link_id', '=', linkId)
    .execute();
}

/** Removes one link of a person, or all of them. */
export async function deleteLinks(db: Db, userId: string, linkId?: string): Promise<void> {
  let deleting = db.deleteFrom('user_provider_links').where('user_id', '=', userId);
  if (linkId !== undefined) deleting = deleting.where('link_id', '=', linkId);
  await deleting.execute();
}
