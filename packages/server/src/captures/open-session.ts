import type { OpenSessionRequest } from '@titular/contract';
import type { Kysely } from 'kysely';
import { addSeconds, type Clock } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import { Refusal } from '../base/refusal.ts';
import { digest, newSecret } from '../base/secret.ts';
import type { Tables } from '../database/tables.ts';
import type { VerifySdkToken } from './sdk-token.ts';
import { type CaptureSession, findLink, findSession, insertSession, takeLink } from './session-store.ts';

/** What opening a session needs. */
export type OpenSessionDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  verifySdkToken: VerifySdkToken;
  sessionLifetimeSeconds: number;
};

/** The session, and its secret when it was opened just now: the one time that it can be sent. */
export type OpenedSession = { session: CaptureSession; secret: string | undefined };

type Subject = { tenantId: string; transactionId: string };

async function openFor(
  deps: OpenSessionDeps,
  subject: Subject,
  codeHash: Buffer | undefined,
): Promise<OpenedSession> {
  const now = deps.clock.now();
  const secret = newSecret('tcs_');
  const session = {
    sessionId: newId(now.getTime()),
    transactionId: subject.transactionId,
    secretHash: digest(secret),
    createdAt: now,
    expiresAt: addSeconds(now, deps.sessionLifetimeSeconds),
  };
  await deps.db.transaction().execute(async (trx) => {
    if (codeHash && !(await takeLink(trx, codeHash, now))) throw new Refusal('40310');
    await insertSession(trx, subject.tenantId, session);
  });
  const { sessionId, transactionId } = session;
  const opened = { sessionId, transactionId, consented: false, consentVersion: undefined };
  return { session: { tenantId: subject.tenantId, ...opened }, secret };
}

async function openByCode(
  deps: OpenSessionDeps,
  code: string,
  cookie: string | undefined,
): Promise<OpenedSession> {
  const codeHash = digest(code);
  const link = await findLink(deps.db, codeHash);
  if (!link) throw new Refusal('40310');
  const present = cookie ? await findSession(deps.db, digest(cookie), deps.clock.now()) : undefined;
  if (present && present.tenantId === link.tenantId && present.transactionId === link.transactionId) {
    return { session: present, secret: undefined };
  }
  return openFor(deps, link, codeHash);
}

/** Exchanges a one-time code, once, or an SDK token for a page session; a browser that already holds the session of this link keeps it. */
export async function openSession(
  deps: OpenSessionDeps,
  request: OpenSessionRequest,
  cookie: string | undefined,
): Promise<OpenedSession> {
  if ((request.code === undefined) === (request.token === undefined)) {
    throw new Refusal('40002', 'Send exactly one of code and token.');
  }
  if (request.code !== undefined) return openByCode(deps, request.code, cookie);
  const subject = await deps.verifySdkToken(request.token ?? '', deps.clock.now());
  if (!subject) throw new Refusal('40310');
  return openFor(deps, subject, undefined);
}

/** The session a cookie belongs to; refuses with 40310 when there is none or it has expired. */
export async function readSession(
  deps: Pick<OpenSessionDeps, 'db' | 'clock'>,
  cookie: string | undefined,
): Promise<CaptureSession> {
  const session = cookie ? await findSession(deps.db, digest(cookie), deps.clock.now()) : undefined;
  if (!session) throw new Refusal('40310');
  return session;
}
