import { constants } from 'node:os';

/** What an error is told as of which nothing is known: its text may be of a person. */
const OTHER_ERROR = 'other';

/** Codes of the system, of name look-ups and of the runtime that stand in the texts of errors. */
const CODES: ReadonlySet<string> = new Set([
  ...Object.keys(constants.errno),
  ...[
    'ENOTFOUND',
    'EAI_AGAIN',
    'ECANCELLED',
    'ERR_INVALID_ARG_TYPE',
    'ERR_OUT_OF_RANGE',
    'ERR_SOCKET_CLOSED',
  ],
]);

/** Classes of errors. */
const CLASSES: ReadonlySet<string> = new Set([
  ...[
    'AbortError',
    'AggregateError',
    'AssertionError',
    'RangeError',
    'ReferenceError',
    'SyntaxError',
    'TimeoutError',
  ],
  ...['TypeError', 'TenantClosed', 'SealBroken', 'OperatorRefusal', 'Refusal'],
]);

/** Beginnings of PostgreSQL's and its client's texts, with the SQLSTATE or the code that they stand for. */
const BEGINNINGS: readonly (readonly [string, string])[] = [
  ['deadlock detected', '40P01'],
  ['could not serialize access', '40001'],
  ['canceling statement due to statement timeout', '57014'],
  ['canceling statement due to lock timeout', '55P03'],
  ['terminating connection due to administrator command', '57P01'],
  ['the database system is', '57P03'],
  ['sorry, too many clients already', '53300'],
  ['remaining connection slots are reserved', '53300'],
  ['duplicate key value violates unique constraint', '23505'],
  ['insert or update on table', '23503'],
  ['null value in column', '23502'],
  ['new row for relation', '23514'],
  ['cannot execute', '25006'],
  ['permission denied', '42501'],
  ['the tenant is moving to another deployment', 'TM503'],
  ['Connection terminated', 'ECONNRESET'],
  ['timeout exceeded when trying to connect', 'ETIMEDOUT'],
];

const WORD = /[A-Za-z_0-9]+/g;

/** The code or class of an error by its text, from closed lists: nothing else of the text is told. */
export function describeError(text: string): string {
  const known = BEGINNINGS.find(([beginning]) => text.startsWith(beginning));
  if (known) return known[1];
  const words = text.slice(0, 1_000).match(WORD) ?? [];
  return words.find((word) => CODES.has(word)) ?? words.find((word) => CLASSES.has(word)) ?? OTHER_ERROR;
}
