import type { TimelineEntry } from '@titular/contract';
import { type Say, writeTime } from './say.ts';

/** Most lines of the timeline in a case file: the newest. */
const MAX_LINES = 200;

type Line = readonly [name: string, value: string];
type Speak = (entry: TimelineEntry, say: Say) => string;

const detail = ({ details }: TimelineEntry, name: string): string => String(details?.[name] ?? '');

const withReasons = (words: string, { reasons = [] }: TimelineEntry, say: Say): string =>
  [words, ...reasons.map((reason) => say.code('why_', reason))].join(' ');

const moment =
  (kind: 'link' | 'page'): Speak =>
  (entry, say) => {
    const opening = say.code('opened_by_', detail(entry, 'purpose'));
    return say.code(kind, entry.code.charAt(0).toUpperCase() + entry.code.slice(1), { opening });
  };

/** How a delivery was answered, without what the receiver wrote. */
export const answerWords = (status: number | undefined, error: string | undefined, say: Say): string =>
  status === undefined
    ? say.text('unanswered', { error: (error ?? '').slice(0, 120) })
    : say.text('answered', { status });

const speakDelivery: Speak = ({ details }, say) => {
  const status = details?.['responseStatus'];
  const error = details?.['error'];
  const answer = answerWords(
    typeof status === 'number' ? status : undefined,
    typeof error === 'string' ? error : undefined,
    say,
  );
  return say.text('delivery', { answer });
};

const speakAttempt: Speak = (entry, say) => {
  const number = detail(entry, 'number');
  if (entry.code === 'started') return say.text('attemptStarted', { number });
  return say.text('attemptEnded', { number, outcome: say.code('outcome_', entry.code) });
};

const SPEAKERS: Readonly<Record<Exclude<TimelineEntry['source'], 'decision'>, Speak>> = {
  step: (entry, say) => withReasons(say.code('step_', entry.code), entry, say),
  link: moment('link'),
  page: moment('page'),
  attempt: speakAttempt,
  event: (entry, say) => say.text('event', { event: say.code('event_', entry.code) }),
  delivery: speakDelivery,
  call: (entry, say) => say.text('call', { operation: entry.code, status: detail(entry, 'status') }),
  staff: (entry, say) => say.code('staff_', entry.code),
};

const ACTORS = ['merchant', 'person', 'service', 'platform'] as const;

/** Who did something, in words; an account goes by its own name. */
export function actorWords(
  { actor, actorName }: Pick<TimelineEntry, 'actor' | 'actorName'>,
  say: Say,
): string | undefined {
  if (actorName !== undefined || actor === undefined) return actorName;
  if (actor.startsWith('user:')) return say.text('somebody');
  if (actor.startsWith('command-line:')) return say.text('byCommand');
  const known = ACTORS.find((one) => one === actor);
  return known ? say.text(known) : actor;
}

/** What is left out of a timeline; undefined where nothing is. */
function leftOutOf(hidden: number, isCut: boolean, say: Say): string | undefined {
  if (hidden > 0) return say.text(isCut ? 'earlierAndMore' : 'earlier', { count: hidden });
  return isCut ? say.text('cut') : undefined;
}

/** A timeline of a case whose status stands in words already. */
type Told = { timeline: readonly TimelineEntry[]; isTimelineCut: boolean; status: string };

/** The newest lines of a timeline, oldest first, and a sentence about what is left out. */
export function timelineLines(
  { timeline, isTimelineCut, status }: Told,
  say: Say,
): { lines: Line[]; told: string[] } {
  const hidden = Math.max(0, timeline.length - MAX_LINES);
  const lines = timeline.slice(hidden).map((entry): Line => {
    const actor = actorWords(entry, say);
    const words =
      entry.source === 'decision' ? withReasons(status, entry, say) : SPEAKERS[entry.source](entry, say);
    return [writeTime(entry.at), actor === undefined ? words : `${words} (${actor})`];
  });
  const left = leftOutOf(hidden, isTimelineCut, say);
  return { lines, told: left === undefined ? [] : [left] };
}
