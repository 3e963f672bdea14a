import type { LinkPurpose, OpenSessionRequest } from '@titular/contract';
import type { Kysely } from 'kysely';
import { addSeconds, type Clock, secondsBetween } from '../../kernel/base/clock.ts';
import { newId, type SessionId, type TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { digest, newSecret, sameDigest } from '../../kernel/base/secret.ts';
import { requireServed } from '../../kernel/database/moves/served-tenants.ts';
import type { SubjectRef } from '../../kernel/database/subject-ref.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { updateAttemptSession } from '../attempts/attempt-store.ts';
import {
  consumeLink,
  consumeLinkAgain,
  findLink,
  findLinkOf,
  inheritLinks,
  type Link,
} from '../links/link-store.ts';
import type { CaptureSubjects } from '../subjects/capture-subject.ts';
import { refuseExpired } from '../subjects/may-renew.ts';
import { type Credentials, findHeld, type Held, heldOf, secretsWith } from './held-sessions.ts';
import {
  type CaptureSession,
  type Consent,
  endSession,
  findFrameSession,
  insertSession,
} from './session-store.ts';

/** What opening a session needs. */
export type OpenSessionDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  subjects: CaptureSubjects;
  sessionLifetimeSeconds: number;
};

/** A session that was opened or is held, and the secrets that the browser is to keep, the session's own first. */
export type OpenedSession = { session: CaptureSession; secrets: readonly string[]; isNew?: true };

type SubjectSession = Pick<CaptureSession, 'tenantId' | 'subject' | 'sessionId'>;

/** A session as it is to be opened. */
export type Opening = {
  tenantId: TenantId;
  subject: SubjectRef;
  opening: LinkPurpose;
  embedder: string | undefined;
  /** Takes the link, if there is one, in the same commit; false when somebody else was quicker. */
  take: (db: Kysely<Tables>, sessionId: SessionId, now: Date) => Promise<boolean>;
  /** The session that gives way to the new one, which has its attempt and its links; its consent as well where the same page goes on. */
  before?: SubjectSession | undefined;
  keepsConsent?: boolean;
};

async function supersede(
  trx: Kysely<Tables>,
  before: SubjectSession,
  sessionId: SessionId,
  now: Date,
): Promise<Consent | undefined> {
  const { tenantId, subject } = before;
  const change = { before: before.sessionId, after: sessionId };
  await updateAttemptSession(trx, tenantId, subject.id, change);
  await inheritLinks(trx, tenantId, subject.id, change);
  return endSession(trx, tenantId, before.sessionId, now);
}

/** Opens a session and tells its secret: the one time that it can be told. */
export async function insertOpened(deps: OpenSessionDeps, input: Opening): Promise<Held> {
  const now = deps.clock.now();
  const secret = newSecret('tcs_');
  const { tenantId, subject, opening, embedder, before } = input;
  const sessionId = newId(now.getTime());
  const expiresAt = addSeconds(now, deps.sessionLifetimeSeconds);
  return deps.db.transaction().execute(async (trx) => {
    if (!(await input.take(trx, sessionId, now))) throw new Refusal('40310');
    const given = before && (await supersede(trx, before, sessionId, now));
    const consent = input.keepsConsent ? given : undefined;
    const session: CaptureSession = {
      ...{ tenantId, sessionId, subject, opening, embedder, expiresAt },
      consented: consent !== undefined,
      consentVersion: consent?.version,
    };
    await insertSession(trx, { ...session, secretHash: digest(secret), createdAt: now, consent });
    return { secret, session };
  });
}

/** So long a page goes on asking when answers are lost. */
const ASKING_SECONDS = 120;

/** A page that lost the answer may open its link twice more; each digest is good for one opening. */
const digestsOf = (pageLoad: string): readonly Buffer[] => [digest(pageLoad), digest(`second ${pageLoad}`)];

/** The digest that the page may use now and the one that it leaves, where it used the link and lost the answer with the secret. */
type Again = { held: Buffer; next: Buffer | undefined };

function findAgain(link: Link, digests: readonly Buffer[], now: Date): Again | undefined {
  const { usedAt, pageLoadHash: held } = link;
  if (!usedAt || !held || secondsBetween(usedAt, now) >= ASKING_SECONDS) return undefined;
  const at = digests.findIndex((one) => sameDigest(one, held));
  return at < 0 ? undefined : { held, next: digests[at + 1] };
}

type OpeningPlan =
  | { kind: 'held'; held: Held }
  | { kind: 'open'; again: Again | undefined }
  | { kind: 'refuse' };

/** What a code leads to: the page that the browser has open by such a link, else a new one, else whatever it has open of the transaction. */
function decideOpening(link: Link, own: readonly Held[], digests: readonly Buffer[], now: Date): OpeningPlan {
  const live = own.filter(({ session }) => session.expiresAt > now);
  const same = live.find(({ session }) => session.opening === link.purpose);
  if (same) return { kind: 'held', held: same };
  const again = findAgain(link, digests, now);
  if (again) return { kind: 'open', again };
  if (!link.usedAt && !link.isEnded && link.expiresAt > now) return { kind: 'open', again: undefined };
  const [any] = live;
  return any ? { kind: 'held', held: any } : { kind: 'refuse' };
}

/**
 * The session that a new one takes the place of: the one whose secret was lost, or the frame that was loaded anew. Its consent is kept where
 * the same page load asks. Elsewhere somebody else may sit there, who has agreed to nothing.
 */
async function findBefore(
  db: Kysely<Tables>,
  { tenantId, subject, openedBy }: Link,
  {
    embedder,
    isAgain,
    digests,
  }: { embedder: string | undefined; isAgain: boolean; digests: readonly Buffer[] },
  now: Date,
): Promise<Pick<Opening, 'before' | 'keepsConsent'>> {
  if (isAgain && openedBy !== undefined)
    return { before: { tenantId, subject, sessionId: openedBy }, keepsConsent: true };
  const before = embedder && (await findFrameSession(db, tenantId, subject.id, embedder, now));
  if (!before) return {};
  const opened = await findLinkOf(db, tenantId, { subjectId: subject.id, sessionId: before.sessionId });
  const held = opened?.pageLoadHash;
  return { before, keepsConsent: held !== undefined && digests.some((one) => sameDigest(one, held)) };
}

/**
 * Exchanges a one-time code, once, for a page session; a browser that already has the page open keeps it. A code made for a frame opens
 * only there, where the browser named its origin, and no other code does. A frame that was loaded anew on the same page goes on where it was.
 */
export async function openSession(
  deps: OpenSessionDeps,
  { code, embedder, pageLoad }: OpenSessionRequest,
  credentials: Credentials,
): Promise<OpenedSession> {
  const now = deps.clock.now();
  const codeHash = digest(code);
  const link = await findLink(deps.db, codeHash);
  if (!link || link.embedder !== embedder) throw new Refusal('40310');
  await requireServed(deps.db, link.tenantId);
  const held = embedder === undefined ? await findHeld(deps.db, credentials) : [];
  const digests = pageLoad === undefined ? [] : digestsOf(pageLoad);
  const way = decideOpening(link, heldOf(held, link), digests, now);
  if (way.kind === 'refuse') return refuseExpired(deps, { link, held: heldOf(held, link)[0]?.session }, now);
  if (way.kind === 'held') return { session: way.held.session, secrets: secretsWith(held, way.held) };
  const { tenantId, subject, purpose } = link;
  const { again } = way;
  const opened = await insertOpened(deps, {
    ...{ tenantId, subject, opening: purpose, embedder },
    take: (trx, sessionId, at) =>
      again
        ? consumeLinkAgain(trx, codeHash, { ...again, sessionId })
        : consumeLink(trx, codeHash, { when: 'valid', pageLoadHash: digests[0], sessionId }, at),
    ...(await findBefore(deps.db, link, { embedder, isAgain: again !== undefined, digests }, now)),
  });
  return { session: opened.session, secrets: secretsWith(held, opened), isNew: true };
}

/**
 * The session of a call: the one whose page asks, or else the one that the browser opened last. Refuses with 40310, or with 40311 where it
 * has run out of time and may be renewed.
 */
export async function readSession(
  deps: OpenSessionDeps,
  credentials: Credentials,
  pageId: string | undefined,
): Promise<CaptureSession> {
  const held = await findHeld(deps.db, credentials);
  const [first] = pageId === undefined ? held : held.filter(({ session }) => session.sessionId === pageId);
  if (!first) throw new Refusal('40310');
  const now = deps.clock.now();
  if (first.session.expiresAt > now) return first.session;
  return refuseExpired(deps, { link: undefined, held: first.session }, now);
}
