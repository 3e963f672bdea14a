import { digest } from '../../kernel/base/secret.ts';
import type { UserSession } from './session-store.ts';

/** Seconds without a call after which a session locks (NIST SP 800-63B-4, section 2.3.3). */
export const IDLE_SECONDS = 900;
/** Seconds after which a session ends, whatever was done. */
export const SESSION_SECONDS = 28_800;
/** Seconds for which an authentication is fresh enough for a dangerous act (OWASP ASVS 5.0, 7.5.3). */
export const FRESH_SECONDS = 300;
/** Sessions of a person at once; the oldest gives way. */
export const MAX_SESSIONS = 5;
/** Seconds between two notes that a session was used, so that not each call is a write. */
const TOUCH_SECONDS = 10;

const secondsBetween = (earlier: Date, later: Date): number => (later.getTime() - earlier.getTime()) / 1_000;

/** Whether so long nothing was done that somebody has to authenticate again. */
export const isLocked = ({ lastSeenAt }: Pick<UserSession, 'lastSeenAt'>, now: Date): boolean =>
  secondsBetween(lastSeenAt, now) > IDLE_SECONDS;

/** Whether the last authentication is fresh enough for a dangerous act. */
export const isFresh = ({ authenticatedAt }: Pick<UserSession, 'authenticatedAt'>, now: Date): boolean =>
  secondsBetween(authenticatedAt, now) <= FRESH_SECONDS;

/** Whether a use of a session is worth a note. */
export const isStale = ({ lastSeenAt }: Pick<UserSession, 'lastSeenAt'>, now: Date): boolean =>
  secondsBetween(lastSeenAt, now) >= TOUCH_SECONDS;

/** The token of a session that scripts of its page send back: made of the secret, which no script can read. */
export const csrfTokenOf = (secret: string): string =>
  digest(`titular portal csrf ${secret}`).toString('base64url');

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** A browser in words such as `Firefox on Linux`, and nothing more of what it says of itself. */
export function describeBrowser(userAgent: string | string[] | undefined): string {
  const text = typeof userAgent === 'string' ? userAgent : '';
  const browser = BROWSERS.find(([pattern]) => pattern.test(text))?.[1] ?? 'Another browser';
  const system = SYSTEMS.find(([pattern]) => pattern.test(text))?.[1];
  return system === undefined ? browser : `${browser} on ${system}`;
}
