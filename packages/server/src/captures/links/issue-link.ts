import type { Kysely } from 'kysely';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { SubjectRef } from '../../kernel/database/subject-ref.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { Company } from '../../tenants/index.ts';
import { endSessions } from '../sessions/session-store.ts';
import { newLinkCode, unopenedLinkEnd } from './link.ts';
import { endLinks, insertLink } from './link-store.ts';
import type { IssueSdkToken } from './sdk-token.ts';

/** What a further link and token need. */
export type IssueLinkDeps = {
  db: Kysely<Tables>;
  issueSdkToken: IssueSdkToken;
  publicUrl: string;
  linkLifetimeSeconds: number;
  unopenedLinkSeconds: number | undefined;
};

/** Subject that a link is issued for; neither link nor token outlives it. */
export type LinkSubject = { subject: SubjectRef; expiresAt: Date };

/** Ends the links of a subject, and the pages that links opened, unless a selfie is just being taken there; adds a new one. */
export async function replaceLink(
  deps: IssueLinkDeps,
  company: Company,
  made: LinkSubject,
  now: Date,
): Promise<{ link: string; token: string }> {
  await endLinks(deps.db, company.tenantId, made.subject.id, now);
  await endSessions(deps.db, company.tenantId, made.subject.id, undefined, now);
  return issueLink(deps, company, made, now);
}

/** Adds a link to what awaits a capture, and answers it with a fresh SDK token, as create does. */
export async function issueLink(
  deps: IssueLinkDeps,
  { tenantId, webOrigins: origins, linkLifetimeSeconds: ofCompany }: Company,
  { subject, expiresAt: end }: LinkSubject,
  now: Date,
): Promise<{ link: string; token: string }> {
  const { code, codeHash } = newLinkCode();
  const life = { ofCompany, ofDeployment: deps.unopenedLinkSeconds };
  const linkEnd = unopenedLinkEnd(life, now, end);
  const link = { subject, codeHash, expiresAt: linkEnd, purpose: 'merchant', createdAt: now } as const;
  await insertLink(deps.db, tenantId, link);
  const longest = addSeconds(now, deps.linkLifetimeSeconds);
  const expiresAt = end < longest ? end : longest;
  const token = await deps.issueSdkToken({ tenantId, subjectId: subject.id, origins, now, expiresAt });
  return { link: `${deps.publicUrl}/c/${code}`, token };
}
