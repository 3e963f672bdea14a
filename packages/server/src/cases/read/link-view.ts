import type { LINK_STATES, LinkView } from '@titular/contract';
import type { RecordedLink, RecordedSession } from './page-store.ts';

/** What is known of links and pages of a subject, newest first, and of the subject now. */
export type LinkFacts = {
  links: readonly RecordedLink[];
  sessions: readonly RecordedSession[];
  /** Whether a capture is awaited now. */
  isAwaited: boolean;
  isCapturing: boolean;
  /** Whether links to the person are made here, and not by a platform elsewhere. */
  hasLink: boolean;
  now: Date;
};

type State = (typeof LINK_STATES)[number];

/** Links that are for the person: codes of the web SDK and links to one's own phone come beside them. */
const isForPerson = ({ purpose }: RecordedLink): boolean =>
  purpose === 'merchant' || purpose === 'cardholder';

const isAlive = ({ endedAt, expiresAt }: RecordedSession, now: Date): boolean =>
  endedAt === undefined && expiresAt > now;

function stateOf(
  { links, sessions, isAwaited, hasLink, now }: LinkFacts,
  present: RecordedLink | undefined,
): State {
  if (!isAwaited) return links.length > 0 || sessions.length > 0 ? 'over' : 'none';
  if (!hasLink) return 'none';
  if (sessions.some((session) => isAlive(session, now))) return 'open';
  // Links are deleted seven days after their time.
  if (!present) return 'expired';
  if (present.usedAt === undefined) return present.expiresAt > now ? 'unopened' : 'expired';
  return 'over';
}

/** Where the person's present link stands: the newest that was made for them. */
export function toLinkView(facts: LinkFacts): LinkView {
  const present = facts.links.find((link) => isForPerson(link) && link.endedAt === undefined);
  const state = stateOf(facts, present);
  return {
    state,
    ...(present ? { issuedAt: present.createdAt.toISOString() } : {}),
    ...(present?.usedAt ? { openedAt: present.usedAt.toISOString() } : {}),
    ...(present && state === 'unopened' ? { expiresAt: present.expiresAt.toISOString() } : {}),
    isCapturing: facts.isCapturing,
  };
}
