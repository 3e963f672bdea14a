import type { CreateTransactionResponse, TransactionStatus } from '@titular/contract';
import type { Kysely } from 'kysely';
import { addSeconds } from '../base/clock.ts';
import { newLinkCode } from '../captures/link.ts';
import { insertLink } from '../captures/link-store.ts';
import type { IssueSdkToken } from '../captures/sdk-token.ts';
import type { Tables } from '../database/tables.ts';
import type { Company } from '../tenants/tenant.ts';

/** What a further link and token need. */
export type IssueLinkDeps = {
  db: Kysely<Tables>;
  issueSdkToken: IssueSdkToken;
  publicUrl: string;
  linkLifetimeSeconds: number;
};

/** The transaction that a link is issued for; neither link nor token outlives it. */
export type LinkSubject = { transactionId: string; status: TransactionStatus; expiresAt: Date };

/** Adds a link to a transaction that awaits a capture, and answers it with a fresh SDK token, as create does. */
export async function issueLink(
  deps: IssueLinkDeps,
  { tenantId, webOrigins: origins }: Company,
  { transactionId, status, expiresAt: end }: LinkSubject,
  now: Date,
): Promise<CreateTransactionResponse> {
  const { code, codeHash } = newLinkCode();
  const longest = addSeconds(now, deps.linkLifetimeSeconds);
  const expiresAt = end < longest ? end : longest;
  const link = { transactionId, codeHash, expiresAt, purpose: 'merchant', createdAt: now } as const;
  await insertLink(deps.db, tenantId, link);
  const token = await deps.issueSdkToken({ tenantId, transactionId, origins, now, expiresAt });
  return { id: transactionId, status, link: `${deps.publicUrl}/c/${code}`, token };
}
