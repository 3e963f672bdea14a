import type { OpenBySdkForm, SdkOpening } from '@titular/contract';
import { addSeconds } from '../../kernel/base/clock.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { requireServed } from '../../kernel/database/moves/served-tenants.ts';
import { toSubjectRef } from '../../kernel/database/subject-ref.ts';
import type { Settings } from '../../tenants/index.ts';
import type { ViewDeps } from '../sessions/view-session.ts';
import type { GuardOpening } from './guard-openings.ts';
import { newLinkCode } from './link.ts';
import { countLinks, insertLink } from './link-store.ts';
import type { VerifySdkToken } from './sdk-token.ts';

/** What opening by the web SDK needs. */
export type OpenBySdkDeps = ViewDeps & {
  verifySdkToken: VerifySdkToken;
  settings: Settings;
  guardOpening: GuardOpening;
};

/** The SDK uses the code at once; it is not passed on. */
const CODE_SECONDS = 120;

/** A page that is reloaded opens anew each time; who does so more often than anybody would gets no more codes. */
const MAX_OPENINGS = 200;

/** So much of an origin is repeated in a refusal. */
const MAX_ORIGIN = 200;

const notRegistered = (origin: string | undefined): string | undefined =>
  origin && `The page's origin ${origin.slice(0, MAX_ORIGIN)} is not registered for the company.`;

/**
 * Exchanges an SDK token for a one-time code that opens the page: in a frame on the origin that asks, or in the place of the shop's page.
 * Refuses with 40320 to 40324, and with 40065 after too many, each of which the SDK tells the merchant in its own words.
 */
export async function openBySdk(
  deps: OpenBySdkDeps,
  { token, transactionId: named, type }: OpenBySdkForm,
  origin: string | undefined,
): Promise<SdkOpening> {
  const now = deps.clock.now();
  const answer = await deps.verifySdkToken(token, now);
  if (answer.kind === 'expired') throw new Refusal('40321');
  if (answer.kind === 'invalid') throw new Refusal('40320');
  const { tenantId, subjectId: transactionId, origins } = answer;
  await requireServed(deps.db, tenantId);
  if (named !== undefined && named.toLowerCase() !== transactionId) throw new Refusal('40324');
  if (origin === undefined || !origins.includes(origin)) throw new Refusal('40322', notRegistered(origin));
  // The token tells the id alone.
  const subject =
    (await deps.subjects.transaction.find(tenantId, transactionId, now)) ??
    (await deps.subjects.process.find(tenantId, transactionId, now));
  if (!subject) throw new Refusal('40320');
  if (subject.state !== 'awaiting' && subject.state !== 'processing') throw new Refusal('40323');
  if ((await countLinks(deps.db, tenantId, transactionId, ['sdk'])) >= MAX_OPENINGS)
    throw new Refusal('40065');
  const company = await deps.settings.findCompany(tenantId, subject.companyId);
  if (!company?.active) throw new Refusal('40323');
  const { code, codeHash } = newLinkCode();
  const isFrame = type === 'IFRAME';
  await insertLink(deps.db, tenantId, {
    subject: toSubjectRef(subject.subject, transactionId),
    codeHash,
    expiresAt: addSeconds(now, CODE_SECONDS),
    purpose: 'sdk',
    ...(isFrame ? { embedder: origin } : {}),
    createdAt: now,
  });
  return isFrame
    ? {
        transactionId,
        path: `/capture/frame/${tenantId}/${subject.companyId}?${new URLSearchParams({ origin })}`,
        code,
      }
    : { transactionId, path: `/c/${code}`, code: null };
}
