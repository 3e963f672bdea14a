import type { LinkView, ProcessCase, TimelineEntry } from '../case.ts';

type Facts = { isAwaited: boolean; isCapturing: boolean };
/** A link or page with its moments; links of one purpose and millisecond are told apart by nothing, and count as one. */
type Thing = {
  purpose: string;
  issuedAt: string;
  expiresAt: string | undefined;
  moments: Map<string, { at: string; count: number }>;
};

/** Joins the lines of a link, or of a page, that were written by the instant. */
function gather(timeline: readonly TimelineEntry[], source: 'link' | 'page', instant: string): Thing[] {
  const things = new Map<string, Thing>();
  for (const { at, code, ref, details, ...entry } of timeline) {
    if (entry.source !== source || at > instant) continue;
    const key = ref ?? `${details?.['purpose']} ${details?.['issuedAt']}`;
    const expiresAt = details?.['expiresAt'];
    const known = things.get(key) ?? {
      ...{ purpose: String(details?.['purpose']), issuedAt: String(details?.['issuedAt'] ?? at) },
      ...{ moments: new Map(), expiresAt: expiresAt === undefined ? undefined : String(expiresAt) },
    };
    known.moments.set(code, { at, count: (known.moments.get(code)?.count ?? 0) + 1 });
    things.set(key, known);
  }
  return [...things.values()];
}

/** Pages whose first line was cut: they were open before the oldest line that is left. */
function withLostOpenings(timeline: readonly TimelineEntry[]): TimelineEntry[] {
  const pages = timeline.filter(({ source }) => source === 'page');
  const opened = new Set(pages.filter(({ code }) => code === 'opened').map(({ ref }) => ref));
  const lost = pages.filter(({ ref }) => !opened.has(ref));
  return [
    ...lost.map((entry) => ({ ...entry, at: timeline[0]?.at ?? entry.at, code: 'opened' })),
    ...timeline,
  ];
}

const isForPerson = ({ purpose }: Thing): boolean => purpose === 'merchant' || purpose === 'cardholder';

const isAlive = ({ moments, expiresAt }: Thing, instant: string): boolean =>
  !moments.has('ended') && expiresAt !== undefined && expiresAt > instant;

/** Whether a newer link took the place of each that was issued; the line of an issue may be cut from the timeline. */
const isRevoked = ({ moments }: Thing): boolean =>
  (moments.get('revoked')?.count ?? 0) >= Math.max(1, moments.get('issued')?.count ?? 1);

/** Whether no line of links and pages until the instant was kept, of a timeline that lost its oldest ones. */
const isBeforeAll = (timeline: readonly TimelineEntry[], instant: string): boolean =>
  !timeline.some(({ source, at }) => (source === 'link' || source === 'page') && at <= instant);

type Sight = Facts & { isPageOpen: boolean; instant: string };

function stateOf(present: Thing, { isAwaited, isPageOpen, instant }: Sight): LinkView['state'] {
  if (!isAwaited) return 'over';
  if (isPageOpen) return 'open';
  if (present.moments.has('opened')) return 'over';
  return present.expiresAt !== undefined && present.expiresAt > instant ? 'unopened' : 'expired';
}

/** Computes where the person's link stood; undefined where links of that time were deleted already. */
export function linkAt(
  {
    timeline,
    isTimelineCut,
    link,
    readAt,
  }: Pick<ProcessCase, 'timeline' | 'isTimelineCut' | 'link' | 'readAt'>,
  facts: Facts,
  instant: string,
): LinkView | undefined {
  if (instant >= readAt) return link;
  if (isTimelineCut && isBeforeAll(timeline, instant)) return undefined;
  const links = gather(timeline, 'link', instant);
  const pages = gather(isTimelineCut ? withLostOpenings(timeline) : timeline, 'page', instant);
  const { isAwaited, isCapturing } = facts;
  const present = links.findLast((one) => isForPerson(one) && !isRevoked(one));
  if (!present && isAwaited) return undefined;
  if (!present) return { state: link.state === 'none' ? 'none' : 'over', isCapturing };
  const isPageOpen = pages.some((page) => isAlive(page, instant));
  const state = stateOf(present, { ...facts, isPageOpen, instant });
  const openedAt = present.moments.get('opened')?.at;
  return {
    ...{ state, issuedAt: present.issuedAt, isCapturing },
    ...(openedAt === undefined ? {} : { openedAt }),
    ...(state === 'unopened' && present.expiresAt !== undefined ? { expiresAt: present.expiresAt } : {}),
  };
}
