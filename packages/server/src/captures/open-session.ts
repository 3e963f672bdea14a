import type { LinkPurpose, OpenSessionRequest, RenewSessionRequest } from '@titular/contract';
import type { Kysely } from 'kysely';
import { addSeconds, type Clock, secondsBetween } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import { Refusal } from '../base/refusal.ts';
import { digest, newSecret, sameDigest } from '../base/secret.ts';
import type { Tables } from '../database/tables.ts';
import type { CaptureSubjects } from './capture-subject.ts';
import { findLink, type Link, takeLink } from './link-store.ts';
import { type CaptureSession, findSession, insertSession } from './session-store.ts';

/** What opening a session needs. */
export type OpenSessionDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  subjects: CaptureSubjects;
  sessionLifetimeSeconds: number;
};

/** The session, and its secret when it was opened just now: the one time that it can be sent. */
export type OpenedSession = { session: CaptureSession; secret: string | undefined };

type Wanted = {
  tenantId: string;
  transactionId: string;
  opening: LinkPurpose;
  isEmbedded: boolean;
  /** Takes the link in the same commit; false when somebody else was quicker. */
  take: (db: Kysely<Tables>, now: Date) => Promise<boolean>;
};

async function open(deps: OpenSessionDeps, wanted: Wanted): Promise<OpenedSession> {
  const now = deps.clock.now();
  const secret = newSecret('tcs_');
  const session: CaptureSession = {
    tenantId: wanted.tenantId,
    sessionId: newId(now.getTime()),
    transactionId: wanted.transactionId,
    opening: wanted.opening,
    isEmbedded: wanted.isEmbedded,
    expiresAt: addSeconds(now, deps.sessionLifetimeSeconds),
    consented: false,
    consentVersion: undefined,
  };
  await deps.db.transaction().execute(async (trx) => {
    if (!(await wanted.take(trx, now))) throw new Refusal('40310');
    await insertSession(trx, session.tenantId, { ...session, secretHash: digest(secret), createdAt: now });
  });
  return { session, secret };
}

const isOf = (session: CaptureSession | undefined, link: Link): session is CaptureSession =>
  session?.tenantId === link.tenantId && session.transactionId === link.transactionId;

/** The session of a secret, where it came the way that it was given: in a cookie, or for a frame in the header. */
async function findHeld(
  deps: Pick<OpenSessionDeps, 'db'>,
  secret: string | undefined,
  isEmbedded: boolean,
): Promise<CaptureSession | undefined> {
  const session = secret ? await findSession(deps.db, digest(secret)) : undefined;
  return session?.isEmbedded === isEmbedded ? session : undefined;
}

/**
 * Whether a browser may have a new session after its link or session has run out of time: the one that held a session of the
 * transaction, or, where the company wants it so, whoever has a link that nobody used. Only while a capture is still wanted.
 */
async function mayRenew(
  deps: OpenSessionDeps,
  link: Link | undefined,
  held: CaptureSession | undefined,
  now: Date,
): Promise<boolean> {
  const subject = link ?? held;
  if (!subject || link?.embedder !== undefined) return false;
  const policy = await deps.subjects.findLinkRenewal(subject.tenantId, subject.transactionId, now);
  if (policy === undefined || policy === 'never') return false;
  if (held && (!link || isOf(held, link))) return true;
  return policy === 'unused' && link !== undefined && !link.usedAt && link.expiresAt <= now;
}

async function refuseLink(
  deps: OpenSessionDeps,
  link: Link | undefined,
  held: CaptureSession | undefined,
  now: Date,
): Promise<never> {
  if (await mayRenew(deps, link, held, now)) throw new Refusal('40311');
  throw new Refusal('40310');
}

/** So long a page goes on asking when answers are lost. */
const ASKING_SECONDS = 120;

/** Whether the page that used the link asks once more, because the answer with its secret did not arrive. */
const isAskedAgain = (link: Link, pageLoadHash: Buffer | undefined, now: Date): boolean =>
  link.usedAt !== undefined &&
  link.pageLoadHash !== undefined &&
  pageLoadHash !== undefined &&
  sameDigest(link.pageLoadHash, pageLoadHash) &&
  secondsBetween(link.usedAt, now) < ASKING_SECONDS;

/**
 * Exchanges a one-time code, once, for a page session; a browser that already holds the session of this transaction keeps it. A code made
 * for a frame opens only there, where the browser named its origin, and no other code does.
 */
export async function openSession(
  deps: OpenSessionDeps,
  { code, embedder, pageLoad }: OpenSessionRequest,
  cookie: string | undefined,
): Promise<OpenedSession> {
  const now = deps.clock.now();
  const codeHash = digest(code);
  const link = await findLink(deps.db, codeHash);
  if (!link || link.embedder !== embedder) throw new Refusal('40310');
  const isEmbedded = embedder !== undefined;
  const held = isEmbedded ? undefined : await findHeld(deps, cookie, false);
  if (isOf(held, link) && held.expiresAt > now) return { session: held, secret: undefined };
  const pageLoadHash = pageLoad === undefined ? undefined : digest(pageLoad);
  const wanted = { ...link, opening: link.purpose, isEmbedded };
  if (link.usedAt && isAskedAgain(link, pageLoadHash, now))
    return open(deps, { ...wanted, take: async () => true });
  if (link.usedAt || link.expiresAt <= now) return refuseLink(deps, link, held, now);
  return open(deps, {
    ...wanted,
    take: (trx, at) => takeLink(trx, codeHash, { when: 'valid', pageLoadHash }, at),
  });
}

/** Opens a new session after the link or the session has run out of time, where `mayRenew` allows it; refuses with 40310. */
export async function renewSession(
  deps: OpenSessionDeps,
  { code }: RenewSessionRequest,
  cookie: string | undefined,
): Promise<OpenedSession> {
  const now = deps.clock.now();
  const codeHash = code === undefined ? undefined : digest(code);
  const link = codeHash && (await findLink(deps.db, codeHash));
  if (code !== undefined && !link) throw new Refusal('40310');
  const held = await findHeld(deps, cookie, false);
  if (!(await mayRenew(deps, link, held, now))) throw new Refusal('40310');
  const isHeld = held !== undefined && (!link || isOf(held, link));
  if (isHeld && held.expiresAt > now) return { session: held, secret: undefined };
  if (isHeld) return open(deps, { ...held, isEmbedded: false, take: async () => true });
  if (!link || !codeHash) throw new Refusal('40310');
  return open(deps, {
    ...link,
    opening: link.purpose,
    isEmbedded: false,
    take: (trx, at) => takeLink(trx, codeHash, { when: 'expired', pageLoadHash: undefined }, at),
  });
}

/** The session of a secret that came in a cookie, or, for a page in a frame, in its header; refuses with 40310, or with 40311 where it may be renewed. */
export async function readSession(
  deps: OpenSessionDeps,
  secret: { value: string | undefined; isEmbedded: boolean },
): Promise<CaptureSession> {
  const session = await findHeld(deps, secret.value, secret.isEmbedded);
  if (!session) throw new Refusal('40310');
  const now = deps.clock.now();
  if (session.expiresAt > now) return session;
  return refuseLink(deps, undefined, session.isEmbedded ? undefined : session, now);
}
