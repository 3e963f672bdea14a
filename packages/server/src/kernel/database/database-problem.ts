import pg from 'pg';

/** Why a database cannot be used, in one sentence; one that is `away` may serve in a moment. */
export type DatabaseProblem = { isUnavailable: boolean; sentence: string };

/** What of an address may be shown: everything but the password. */
export function describeDatabase(connectionString: string): string {
  const { host, port, database } = new pg.Client({ connectionString });
  return host.startsWith('/') ? `${database} at the socket in ${host}` : `${database} at ${host}:${port}`;
}

const AWAY: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections',
  ECONNRESET: 'closes connections',
  EPIPE: 'closes connections',
  ENOENT: 'has no socket there',
  ETIMEDOUT: 'does not respond',
  EHOSTUNREACH: 'is on an unreachable host',
  ENETUNREACH: 'is in an unreachable network',
  EAI_AGAIN: 'is on a host whose name cannot be resolved now',
  ENOTFOUND: 'is on a host whose name is unknown',
  '57P01': 'is shutting down',
  '57P02': 'is recovering from a crash',
  '57P03': 'is starting up or shutting down',
  '53300': 'has no connection left',
};

const REFUSED: Readonly<Record<string, string>> = {
  '28P01': 'refuses the password for USER',
  '28000': 'refuses access to USER',
  '3D000': 'does not exist',
  '42501': 'does not give USER the rights to bring its schema up to date',
  '25006': 'is read-only',
  '53100': 'has a full disk',
  EACCES: 'has a socket that this user cannot access',
  EPROTO: 'supports no compatible TLS',
};

/** What the driver says without a code. */
const BY_WORDS: readonly (readonly [RegExp, boolean, string])[] = [
  [/timeout expired|timeout exceeded/i, true, 'does not respond'],
  [/Connection terminated/i, true, 'closes connections'],
  [/does not support SSL/i, false, 'does not support TLS, which DATABASE_URL requires'],
  [/^SASL|password must be a string/i, false, 'requires a password, and DATABASE_URL gives no usable one'],
];

const TLS_CODE = /CERT|SSL|TLS|SIGNATURE|ISSUER/;
// Class 42 is a fault of a statement, which has to be looked into; its stack says where.
const SQLSTATE = /^(?!42|XX)[0-9A-Z]{5}$/;

function reasonOf(code: string, message: string): { isUnavailable: boolean; reason: string } | undefined {
  const away = AWAY[code];
  if (away) return { isUnavailable: true, reason: away };
  const refused = REFUSED[code];
  if (refused) return { isUnavailable: false, reason: refused };
  const [, isUnavailable = false, reason] = BY_WORDS.find(([words]) => words.test(message)) ?? [];
  if (reason) return { isUnavailable, reason };
  if (TLS_CODE.test(code)) return { isUnavailable: false, reason: 'presents an untrusted certificate' };
  return SQLSTATE.test(code) ? { isUnavailable: false, reason: 'refuses to serve' } : undefined;
}

const innermost = (error: unknown): { code?: unknown; message: string } => {
  const { cause } = error as { cause?: unknown };
  return cause instanceof Error ? innermost(cause) : (error as Error);
};

/** SQLSTATE of a statement that its time limit ended, and of one that waited too long for a lock (PostgreSQL, appendix A). */
const [CANCELED, NO_LOCK] = ['57014', '55P03'];
/** What the driver says of a connection that broke while it was used. */
const BROKEN = /is not queryable/i;

/** The code of an ask that no statement took in time. */
export const NO_TURN = 'NO_TURN';

/** What the driver says of a query, or of a connection, that it waited for too long. */
const OVERDUE = /(?:read|connection) timeout|timeout (?:expired|exceeded)/i;

/** Whether the database, or the driver, ended a statement by its time; no wait for a connection is one. */
export const ranTooLong = ({ code, message = '' }: { code?: unknown; message?: string }): boolean =>
  code === CANCELED || /query read timeout/i.test(message);

/** Whether a statement, or the wait for a connection, failed by its time alone, which a machine with too much to do makes happen. */
export const tookTooLong = (error: { code?: unknown; message?: string }): boolean =>
  ranTooLong(error) || error.code === NO_TURN || OVERDUE.test(error.message ?? '');

/** SQLSTATE of a connection that broke, of a server that is leaving, and of an outcome that the server does not know itself. */
const LEAVES_OPEN = /^(08|57P0[12]|40003)/;

/** Codes of work for which no statement was sent: nothing listens there, or no connection was to be had. */
const UNSENT: readonly unknown[] = [
  ...['ECONNREFUSED', 'ENOENT', 'EAI_AGAIN', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...[NO_TURN, '25006'],
];

/** What the driver says of a connection that it could not open in time. */
const UNCONNECTED = /timeout exceeded when trying to connect|connection timeout/i;

/**
 * Whether a fault says for certain that its database transaction changed nothing: the server refused a statement of it, or was sent none. A
 * commit whose answer is late or lost may stand: PostgreSQL ends its time limit before a commit, which may wait for a standby for hours.
 */
export function changedNothing(error: unknown): boolean {
  const { code, message = '', severity } = (error ?? {}) as Partial<pg.DatabaseError>;
  if (severity !== undefined) return severity !== 'PANIC' && !LEAVES_OPEN.test(code ?? '');
  return (UNSENT.includes(code) && !isOfOthers(error)) || UNCONNECTED.test(message);
}

/** Faults of files and of other services have the same codes: those name a path, or come from `fetch`. */
const isOfOthers = (error: unknown): boolean =>
  error instanceof Error && ('path' in error || error instanceof TypeError || isOfOthers(error.cause));

/** Whether a fault says that the database is slow, or away, and may serve in a moment. */
export function isPassingOutage(error: unknown): boolean {
  if (!(error instanceof Error) || isOfOthers(error)) return false;
  const { code, message } = innermost(error);
  const name = typeof code === 'string' ? code : '';
  const isOverdue = name === NO_LOCK || tookTooLong({ code, message });
  return isOverdue || BROKEN.test(message) || reasonOf(name, message)?.isUnavailable === true;
}

/** SQLSTATE of a database that takes no writes: a standby, and one whose disk is full. */
const NO_WRITES: readonly unknown[] = ['25006', '53100'];

/** Whether a fault of a write says that the database takes none, and may in a moment. */
export const isWriteOutage = (error: unknown): boolean =>
  isPassingOutage(error) || NO_WRITES.includes((error as { code?: unknown } | undefined)?.code);

/** Explains a passing outage in one sentence; undefined for any other fault. */
export function explainOutage(error: unknown, connectionString: string): string | undefined {
  if (!isPassingOutage(error)) return undefined;
  const { message } = innermost(error);
  const known = explainDatabase(error, connectionString);
  if (known?.isUnavailable) return known.sentence;
  return `The database ${describeDatabase(connectionString)} does not respond in time (${message}).`;
}

/** Explains a fault of the driver or an answer of the server; undefined for what is neither, which is a fault of ours. */
export function explainDatabase(error: unknown, connectionString: string): DatabaseProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, message } = innermost(error);
  const found = reasonOf(typeof code === 'string' ? code : '', message);
  if (!found) return undefined;
  const { user } = new pg.Client({ connectionString });
  const words = message.replace(/\s+/g, ' ').trim();
  const detail = words === '' ? String(code) : words;
  const reason = found.reason.replace('USER', user ?? 'this user');
  return {
    isUnavailable: found.isUnavailable,
    sentence: `The database ${describeDatabase(connectionString)} ${reason} (${detail}).`,
  };
}
