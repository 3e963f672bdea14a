import type { LateLink, LateLinkRequest, LateLinkState } from '@titular/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/base/clock.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { digest } from '../../kernel/base/secret.ts';
import { requireServed } from '../../kernel/database/moves/served-tenants.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { type Credentials, findHeld, type Held, heldOf } from '../sessions/held-sessions.ts';
import type { CaptureSubject, CaptureSubjects } from '../subjects/capture-subject.ts';
import { findLastRequest, noteLinkRequest } from './link-request-store.ts';
import { findLink, findLinkOf, type Link } from './link-store.ts';

/** What a link that does not open needs. */
export type LateLinkDeps = { db: Kysely<Tables>; clock: Clock; subjects: CaptureSubjects };

/** Who asks about it: what the page sent, and what the browser holds. */
export type LateLinkCall = {
  request: LateLinkRequest;
  credentials: Credentials;
  pageId: string | undefined;
};

type Late = { link: Link; subject: CaptureSubject; state: LateLinkState };

function stateOf(link: Link, isOwn: boolean, now: Date): LateLinkState | undefined {
  if (link.isEnded) return 'replaced';
  // In the browser that had it open, its time is over and nobody else was quicker.
  if (link.usedAt) return isOwn ? 'expired' : 'used';
  return link.expiresAt <= now ? 'expired' : undefined;
}

/** The link that is asked about, and the pages that the browser holds by it, also those whose time is over. */
async function findOwn(
  deps: LateLinkDeps,
  { request: { code }, credentials, pageId }: LateLinkCall,
): Promise<{ link: Link | undefined; own: readonly Held[] }> {
  const held = await findHeld(deps.db, credentials);
  if (code !== undefined) {
    const link = await findLink(deps.db, digest(code));
    if (link) await requireServed(deps.db, link.tenantId);
    return { link, own: link ? heldOf(held, link) : [] };
  }
  const isNamed = ({ session }: Held): boolean => pageId === undefined || session.sessionId === pageId;
  const own = held.find(isNamed);
  if (own) return { link: await findOpening(deps, own), own: [own] };
  // A page that ended as its link did is told of that; one that ended otherwise has no link to speak of.
  const ended = (await findHeld(deps.db, credentials, { areEnded: true })).find(isNamed);
  const link = ended && (await findOpening(deps, ended));
  return { link: link?.isEnded ? link : undefined, own: [] };
}

const findOpening = ({ db }: LateLinkDeps, { session }: Held): Promise<Link | undefined> =>
  findLinkOf(db, session.tenantId, { subjectId: session.subject.id, sessionId: session.sessionId });

/** A link that was never given, one made for a frame and one of an erased person are refused alike, with 40310: nothing is learnt by guessing. */
async function findLate(deps: LateLinkDeps, call: LateLinkCall, now: Date): Promise<Late> {
  const { link, own } = await findOwn(deps, call);
  if (!link || link.embedder !== undefined) throw new Refusal('40310');
  const subject = await deps.subjects[link.subject.kind].find(link.tenantId, link.subject.id, now);
  if (!subject) throw new Refusal('40310');
  const isOpen = own.some(({ session }) => session.expiresAt > now);
  const state = isOpen ? undefined : stateOf(link, own.length > 0, now);
  if (!state) throw new Refusal('40064');
  return { link, subject, state };
}

/** One that has ended in any other way needs no link any more. */
const mayRequest = ({ state, status }: CaptureSubject): boolean =>
  state === 'awaiting' || status === 'expired';

async function view(deps: LateLinkDeps, { link, subject, state }: Late): Promise<LateLink> {
  return {
    state,
    subject: subject.subject,
    companyName: subject.companyName,
    brandColour: subject.brandColour,
    logoPath: subject.logoPath,
    contact: subject.dataNotice.contact,
    language: subject.language,
    theme: subject.theme,
    mayRequest: mayRequest(subject),
    requestedAt: (await findLastRequest(deps.db, link))?.toISOString() ?? null,
  };
}

/** Why a link does not open, and who gave it; refuses with 40310, and with 40064 where it opens. */
export async function viewLateLink(deps: LateLinkDeps, call: LateLinkCall): Promise<LateLink> {
  return view(deps, await findLate(deps, call, deps.clock.now()));
}

/** Tells the company that a new link is wanted, unless it was told a moment ago: the answer is the same. Refuses as `viewLateLink` does. */
export async function requestNewLink(deps: LateLinkDeps, call: LateLinkCall): Promise<LateLink> {
  const now = deps.clock.now();
  const late = await findLate(deps, call, now);
  const { link, subject, state } = late;
  if (!mayRequest(subject)) throw new Refusal('40064');
  await deps.db.transaction().execute(async (trx) => {
    if (!(await noteLinkRequest(trx, link, now))) return;
    const { tenantId, subject: ref } = link;
    await deps.subjects[ref.kind].requestLink(trx, tenantId, ref.id, state, now);
  });
  return view(deps, late);
}
