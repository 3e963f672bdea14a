import { addSeconds } from '../../kernel/base/clock.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Link } from '../links/link-store.ts';
import type { CaptureSession } from '../sessions/session-store.ts';
import type { CaptureSubjects } from './capture-subject.ts';

type Deps = { subjects: CaptureSubjects };

/** So long after its time a browser that held a page may go on with it; later it may be another person who sits there. */
export const RENEWAL_SECONDS = 3_600;

/** What somebody shows who comes too late: a link, a session that the browser held, or both. */
type Late = { link: Link | undefined; held: CaptureSession | undefined };

/** Links that are for at once end with their time: codes of the SDK, and those that were made for the phone in one's hand. */
const isLasting = ({ purpose }: Link): boolean => purpose === 'merchant' || purpose === 'cardholder';

const isUnused = (link: Link, now: Date): boolean =>
  isLasting(link) && !link.usedAt && !link.isEnded && link.expiresAt <= now;

/**
 * Decides whether a browser may have a new session after its link or session expired. Allowed for a recent session of
 * the transaction and, if the company wants it, for an unused link. Only while a capture is still wanted.
 */
export async function mayRenew(deps: Deps, { link, held }: Late, now: Date): Promise<boolean> {
  const late = held ?? link;
  if (!late || late.embedder !== undefined) return false;
  const { kind, id } = late.subject;
  const policy = await deps.subjects[kind].findLinkRenewal(late.tenantId, id, now);
  if (policy === undefined || policy === 'never') return false;
  if (held && addSeconds(held.expiresAt, RENEWAL_SECONDS) > now) return true;
  return policy === 'unused' && link !== undefined && isUnused(link, now);
}

/** Refuses who comes too late: with 40311 where the person may be asked to go on, else with 40310. */
export async function refuseExpired(deps: Deps, late: Late, now: Date): Promise<never> {
  if (await mayRenew(deps, late, now)) throw new Refusal('40311');
  throw new Refusal('40310');
}
