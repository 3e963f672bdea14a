import type { Kysely } from 'kysely';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { Company } from '../../tenants/tenant.ts';
import { newLinkCode } from './link.ts';
import { insertLink } from './link-store.ts';
import type { IssueSdkToken } from './sdk-token.ts';

/** What a further link and token need. */
export type IssueLinkDeps = {
  db: Kysely<Tables>;
  issueSdkToken: IssueSdkToken;
  publicUrl: string;
  linkLifetimeSeconds: number;
};

/** The transaction or process that a link is issued for; neither link nor token outlives it. */
export type LinkSubject = { transactionId: string; expiresAt: Date };

/** Adds a link to what awaits a capture, and answers it with a fresh SDK token, as create does. */
export async function issueLink(
  deps: IssueLinkDeps,
  { tenantId, webOrigins: origins }: Company,
  { transactionId, expiresAt: end }: LinkSubject,
  now: Date,
): Promise<{ link: string; token: string }> {
  const { code, codeHash } = newLinkCode();
  const longest = addSeconds(now, deps.linkLifetimeSeconds);
  const expiresAt = end < longest ? end : longest;
  const link = { transactionId, codeHash, expiresAt, purpose: 'merchant', createdAt: now } as const;
  await insertLink(deps.db, tenantId, link);
  const token = await deps.issueSdkToken({ tenantId, transactionId, origins, now, expiresAt });
  return { link: `${deps.publicUrl}/c/${code}`, token };
}
