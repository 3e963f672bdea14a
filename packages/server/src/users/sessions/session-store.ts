import { deleteOlder } from '../../kernel/database/batches/delete-older.ts';
import { fixedStatement } from '../../kernel/database/batches/fixed-statement.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** One session of a person, without its secret. */
export type UserSession = {
  sessionId: string;
  userId: string;
  browser: string;
  /** Opened with a recovery code: good for adding an authenticator alone. */
  mustEnrol: boolean;
  createdAt: Date;
  lastSeenAt: Date;
  authenticatedAt: Date;
  expiresAt: Date;
};

/** A session with the person whose it is. */
export type OpenSession = UserSession & { name: string; isOperator: boolean };

const COLUMNS = [
  'session_id',
  'user_sessions.user_id',
  'browser',
  'must_enrol',
  'user_sessions.created_at',
  'last_seen_at',
  'authenticated_at',
  'expires_at',
] as const;

type Row = {
  session_id: string;
  user_id: string;
  browser: string;
  must_enrol: boolean;
  created_at: Date;
  last_seen_at: Date;
  authenticated_at: Date;
  expires_at: Date;
};

const toSession = (row: Row): UserSession => ({
  sessionId: row.session_id,
  userId: row.user_id,
  browser: row.browser,
  mustEnrol: row.must_enrol,
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
  authenticatedAt: row.authenticated_at,
  expiresAt: row.expires_at,
});

/** The sessions of secrets, in their order, of people who may sign in; ended, disabled and over are all the same. */
export async function findSessions(
  db: Db,
  secretHashes: readonly Buffer[],
  now: Date,
): Promise<(OpenSession | undefined)[]> {
  const { rows } = await fixedStatement<Row & { secret_hash: Buffer; name: string; is_operator: boolean }>`
    SELECT s.secret_hash, s.session_id, s.user_id, s.browser, s.must_enrol, s.created_at, s.last_seen_at, s.authenticated_at, s.expires_at,
      u.name, u.is_operator
    FROM user_sessions s JOIN users u ON u.user_id = s.user_id
    WHERE s.secret_hash = ANY (${secretHashes}) AND s.expires_at > ${now} AND u.active`.execute(db);
  const found = new Map(rows.map((row) => [row.secret_hash.toString('hex'), row]));
  return secretHashes.map((hash) => {
    const row = found.get(hash.toString('hex'));
    return row && { ...toSession(row), name: row.name, isOperator: row.is_operator };
  });
}

/** The session of one secret, as `findSessions` has it. */
export async function findSession(db: Db, secretHash: Buffer, now: Date): Promise<OpenSession | undefined> {
  const [session] = await findSessions(db, [secretHash], now);
  return session;
}

/** Whether a session of a person still goes on; of use under the lock of the person, where a reset may have ended it. */
export async function isSessionOpen(
  db: Db,
  { sessionId, userId }: Pick<UserSession, 'sessionId' | 'userId'>,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('user_sessions')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Opens a session; only the digest of its secret is kept. */
export async function insertSession(db: Db, session: UserSession & { secretHash: Buffer }): Promise<void> {
  await db
    .insertInto('user_sessions')
    .values({
      session_id: session.sessionId,
      user_id: session.userId,
      secret_hash: session.secretHash,
      browser: session.browser,
      must_enrol: session.mustEnrol,
      created_at: session.createdAt,
      last_seen_at: session.lastSeenAt,
      authenticated_at: session.authenticatedAt,
      expires_at: session.expiresAt,
    })
    .execute();
}

/** A new secret in place of the one before; `authenticatedAt` is when the person was seen to authenticate, if that was not now. */
type Renewal = { was: Buffer; secretHash: Buffer; at: Date; authenticatedAt?: Date; mustEnrol?: boolean };

/** Gives a session a new secret after an authentication; false where it was ended meanwhile, or its secret replaced. */
export async function renewSession(
  db: Db,
  sessionId: string,
  { was, secretHash, at, authenticatedAt = at, mustEnrol }: Renewal,
): Promise<boolean> {
  const renewed = await db
    .updateTable('user_sessions')
    .set({
      secret_hash: secretHash,
      last_seen_at: at,
      authenticated_at: authenticatedAt,
      ...(mustEnrol === undefined ? {} : { must_enrol: mustEnrol }),
    })
    .where('session_id', '=', sessionId)
    .where('secret_hash', '=', was)
    .executeTakeFirst();
  return renewed.numUpdatedRows === 1n;
}

/** Notes that a session was used. */
export async function touchSession(db: Db, sessionId: string, at: Date): Promise<void> {
  await db
    .updateTable('user_sessions')
    .set({ last_seen_at: at })
    .where('session_id', '=', sessionId)
    .where('last_seen_at', '<', at)
    .execute();
}

/** The sessions of a person that go on, the newest first. */
export async function listSessions(db: Db, userId: string, now: Date): Promise<UserSession[]> {
  const rows = await db
    .selectFrom('user_sessions')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('session_id', 'desc')
    .execute();
  return rows.map(toSession);
}

/** Which sessions of a person: all of them, one, or the oldest above a number. */
export type SessionChoice = { only?: string | undefined; above?: number | undefined };

/** Locks sessions of a person, the newest first; tells their ids. */
export async function lockSessions(
  trx: Db,
  userId: string,
  { only, above = 0 }: SessionChoice,
): Promise<string[]> {
  let query = trx.selectFrom('user_sessions').select('session_id').where('user_id', '=', userId);
  if (only !== undefined) query = query.where('session_id', '=', only);
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('session_id', 'desc')
    .offset(above)
    .forUpdate()
    .execute();
  return rows.map((row) => row.session_id);
}

/** Deletes sessions by their ids; tells how many. */
export async function deleteSessions(trx: Db, sessionIds: readonly string[]): Promise<number> {
  const deleted = await trx
    .deleteFrom('user_sessions')
    .where('session_id', 'in', sessionIds)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** Deletes sessions that were over before a time. */
export const deleteOldSessions = deleteOlder('user_sessions', 'expires_at');

/** Lets a session that a recovery code opened go on, once an authenticator was added in it. */
export async function endEnrolment(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable('user_sessions')
    .set({ must_enrol: false })
    .where('session_id', '=', sessionId)
    .execute();
}
