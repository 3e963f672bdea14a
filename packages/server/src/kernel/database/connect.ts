import { createHash } from 'node:crypto';
import { Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { defineCache } from '../caches/cache.ts';
import type { HistogramMetric } from '../metrics/instruments.ts';
import { beginQuerySpan } from '../tracing/query-span.ts';
import { connectWith, type DatabaseAddress, fixedAddress } from './database-address.ts';
import { answersOf, countError, isServerAnswer, querySeconds, timeConnects } from './database-metrics.ts';
import { TellingDialect } from './outbox/after-commit.ts';
import { type CommitTracker, trackCommits } from './outbox/follow-commits.ts';
import type { Tables } from './tables/tables.ts';

/** A pool or an open transaction: store functions take either. */
export type Db = Kysely<Tables> | Transaction<Tables>;

/** The pool itself, for those that open transactions, and the address it leads to. */
export type Database = {
  db: Kysely<Tables>;
  pool: pg.Pool;
  address: DatabaseAddress;
  close(): Promise<void>;
};

/** Names of prepared statements by their texts, which the code alone makes. */
export const statementCache = defineCache('statements', 10_000);

const statementNames = statementCache.open<string>();

function statementName(text: string): string {
  const known = statementNames.get(text);
  if (known) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  statementNames.set(text, name);
  return name;
}

const timedCommits = new Map<string, HistogramMetric<Record<never, never>>>();

/** Times the commits of database transactions that insert into a table. */
export const timeCommitsOf = (table: string, seconds: HistogramMetric<Record<never, never>>): void =>
  void timedCommits.set(`insert into "${table}"`, seconds);

const GIVEN_UP = 'Query read timeout';

/** What PostgreSQL answers when a connection leads to a server that cannot be written to, or that is going away. */
const READ_ONLY = '25006';
const SERVER_IS_LEAVING = /^(08...|57P0[123])$/;

/** The words of the refusal where the server takes no writes. */
const TAKES_NO_WRITES = 'the database takes no writes: it is a standby, or set to read-only';

/** A connection whose server takes no writes (SQLSTATE 25006); it never enters the pool. */
class ReadOnlyServer extends Error {
  override readonly name = 'ReadOnlyServer';
  readonly code = READ_ONLY;

  constructor() {
    super(TAKES_NO_WRITES);
  }
}

/**
 * Prepares each statement once a connection: the texts come from code alone, so they are few, and planning costs more
 * than running them. Closes the connection of a timed-out statement. The server may still carry out what was sent;
 * after a late BEGIN, whatever ran next on that connection would never be committed.
 */
class PreparingClient extends pg.Client {
  /** Tells that the server is read-only, going away or silent: the connection is good for a ROLLBACK at most. */
  isSpent = false;
  /** Hears of the statements that its pool follows. */
  tracker: CommitTracker | undefined;
  /** What its pool waits for. */
  answers: ReturnType<typeof answersOf> | undefined;
  /** Measures the next commit, which ends a transaction with something to be timed. */
  #commitSeconds: HistogramMetric<Record<never, never>> | undefined;

  // biome-ignore lint/suspicious/noExplicitAny: overloads of the parent in one signature
  override query(...[text, values, ...rest]: any[]): any {
    const preparable = typeof text === 'string' && Array.isArray(values);
    const query = preparable ? { name: statementName(text), text, values } : text;
    const result: unknown = super.query(query, ...(preparable ? rest : [values, ...rest]));
    if (result instanceof Promise) this.#watch(result, typeof text === 'string' ? text : '');
    return result;
  }

  #watch(result: Promise<unknown>, text: string): void {
    const sentMs = performance.now();
    const span = beginQuerySpan(text);
    const commitSeconds = text === 'commit' ? this.#commitSeconds : undefined;
    if (text === 'commit' || text === 'rollback') this.#commitSeconds = undefined;
    for (const [start, seconds] of timedCommits) if (text.startsWith(start)) this.#commitSeconds = seconds;
    this.tracker?.sent(text);
    const { answers } = this;
    if (answers) answers.waiting += 1;
    const end = (isDone: boolean, isAnswer = isDone): void => {
      if (answers) answers.waiting -= 1;
      if (answers && isAnswer) answers.came += 1;
      const seconds = (performance.now() - sentMs) / 1_000;
      querySeconds.observe({}, seconds);
      commitSeconds?.observe({}, seconds);
      span?.end();
      this.tracker?.ended(text, isDone);
    };
    result.then(
      () => end(true),
      (error: Error & { code?: string }) => {
        end(false, isServerAnswer(error));
        countError(error);
        this.#judge(error);
      },
    );
  }

  #judge(error: Error & { code?: string }): void {
    const { code = '', message } = error;
    const isGivenUp = message === GIVEN_UP;
    if (isGivenUp) void this.end();
    if (!isGivenUp && code !== READ_ONLY && !SERVER_IS_LEAVING.test(code)) return;
    this.isSpent = true;
    this.emit('spent');
  }
}

/** With the time that an answer has beyond it, this is less than the five seconds in which a request ends (R80). A wait for a connection comes on top: then the answer comes first (`ANSWER_LIMIT_MS`). */
export const STATEMENT_TIMEOUT_MS = 4_000;
const ANSWER_SLACK_MS = 700;
const IDLE_IN_TRANSACTION_MS = 10_000;
const CONNECTION_TIMEOUT_MS = 4_500;
/** How long a connection stays open unused: one that opens logs in and prepares each statement anew, and after a short pause many open at once. Less than the 350 s after which some load balancers cut an idle connection. */
const IDLE_MS = 300_000;
const KEEP_ALIVE_MS = 30_000;

/** Refuses a connection whose server takes no writes: a proxy may lead there, or a name that has not moved yet. */
async function refuseReadOnly(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query(
    "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS is_read_only",
  );
  if (rows[0]?.is_read_only) throw new ReadOnlyServer();
}

/** Ends the idle connections of a pool; those opened next may lead to another server. */
export function closeIdleConnections(pool: pg.Pool): void {
  for (let count = pool.idleCount; count > 0; count -= 1) {
    pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    );
  }
}

/** Has a spent connection leave the pool when it is given back, and the idle ones, which lead to the same server, at once. */
function closeSpent(pool: pg.Pool): void {
  pool.on('connect', (client) => client.on('spent' as 'end', () => closeIdleConnections(pool)));
  pool.on('release', (_error, client) => {
    if ((client as unknown as PreparingClient).isSpent) void (client as unknown as pg.Client).end();
  });
}

const addresses = new WeakMap<pg.Pool, DatabaseAddress>();

/** Finds the address of a pool, for who connects beside it. */
export const addressOf = (pool: pg.Pool): DatabaseAddress =>
  addresses.get(pool) ?? fixedAddress(String(pool.options.connectionString));

/** Has each new connection go to the address of that moment; one whose password is refused is tried again with the address read anew. */
function followAddress(pool: pg.Pool, address: DatabaseAddress, limitMs: number): void {
  addresses.set(pool, address);
  Object.defineProperty(pool.options, 'connectionString', { enumerable: true, get: address.current });
  if (!address.renew) return;
  const connectOnce = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const patient = (done?: (error: unknown, client?: pg.PoolClient, release?: unknown) => void) => {
    const connecting = connectWith(address, limitMs, () => connectOnce());
    if (!done) return connecting;
    connecting.then((client) => done(undefined, client, client.release), done);
    return undefined;
  };
  pool.connect = patient as typeof pool.connect;
}

/**
 * `limitMs`: a statement or a lock ends after it (4 s), and a wait for a connection (4.5 s). `isByIndex`: tables are read from end to end only
 * without an index. `name`: what the server knows its connections by, up to 63 bytes.
 */
export type PoolOptions = { limitMs?: number; isByIndex?: boolean; name?: string };

/** Opens a pool; idle errors go to `onError`. A connection that meets a read-only server, or one that is going away, leaves the pool. */
export function connect(
  given: string | DatabaseAddress,
  poolSize: number,
  onError: (error: Error) => void,
  { limitMs, isByIndex = false, name = 'titular' }: PoolOptions = {},
): Database {
  const address = typeof given === 'string' ? fixedAddress(given) : given;
  const pool = new pg.Pool({
    Client: PreparingClient,
    max: poolSize,
    idleTimeoutMillis: IDLE_MS,
    // A firewall that drops what is idle, and a machine that is gone, are noticed.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: limitMs ?? CONNECTION_TIMEOUT_MS,
    statement_timeout: limitMs ?? STATEMENT_TIMEOUT_MS,
    // Later than the server's own limit, which leaves the connection sound.
    query_timeout: (limitMs ?? STATEMENT_TIMEOUT_MS) + ANSWER_SLACK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    application_name: name,
    // A statement that needs helpers reads too much: several at once would take all cores and workers of the server.
    options: `-c timezone=UTC -c max_parallel_workers_per_gather=0${isByIndex ? ' -c enable_seqscan=off -c jit=off' : ''}`,
    onConnect: refuseReadOnly,
  });
  followAddress(pool, address, limitMs ?? CONNECTION_TIMEOUT_MS);
  closeSpent(pool);
  pool.on('connect', (client) => {
    Object.assign(client, { tracker: trackCommits(pool), answers: answersOf(pool) });
  });
  timeConnects(pool);
  // A pool that is closed lets go of its connections in its own time; that some are ended for it meanwhile is no news.
  let closing = false;
  const report = (error: Error): void => {
    if (!closing) onError(error);
  };
  pool.on('error', report);
  // A client that breaks while it is lent out speaks up itself; unheard, that would end the process.
  pool.on('connect', (client) => client.on('error', report));
  const db = new Kysely<Tables>({ dialect: new TellingDialect({ pool }) });
  const close = async (): Promise<void> => {
    closing = true;
    // Ends the pool only if a statement went through it; a pool left open keeps the process from ending.
    await db.destroy();
    if (!pool.ending) await pool.end();
  };
  return { db, pool, address, close };
}

/** Runs the work while this process alone, of all on the database, holds the lock of that key; it is free again when the process dies. */
export async function withAdvisoryLock<T>(pool: pg.Pool, key: number, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [key]);
    return await work();
  } finally {
    // A connection that cannot unlock is ended, and its lock with it.
    await client.query('SELECT pg_advisory_unlock($1)', [key]).then(
      () => client.release(),
      () => client.release(true),
    );
  }
}

/** Runs the work in a database transaction: the caller's, if it is in one already, or else a new one. */
export const inTransaction = <T>(
  db: Kysely<Tables>,
  work: (trx: Kysely<Tables>) => Promise<T>,
): Promise<T> => (db.isTransaction ? work(db) : db.transaction().execute(work));

// Deadlock, serialisation failure, and a row that another commit took away from under a new one.
const PASSING = ['40P01', '40001', '23503'];
const MAX_TRIES = 3;

/** Runs a database transaction once more, up to three times in all, when it lost to another that is now done. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const { code } = error as { code?: string };
      if (tries >= MAX_TRIES || code === undefined || !PASSING.includes(code)) throw error;
    }
  }
}
