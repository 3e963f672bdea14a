import { answerOf, faultOf, type TimelineEntry } from '@titular/contract';
import { type Say, writeTime } from './say.ts';

/** Most lines of the timeline in a case file: the newest. */
const MAX_LINES = 200;

type Line = readonly [name: string, value: string];
type Speak = (entry: TimelineEntry, say: Say) => string;

const detail = ({ details }: TimelineEntry, name: string): string => String(details?.[name] ?? '');

const withReasons = (words: string, { reasons = [] }: TimelineEntry, say: Say): string =>
  [reasons.length > 0 ? `${words}.` : words, ...reasons.map((reason) => say.code('why_', reason))].join(' ');

const moment =
  (kind: 'link' | 'page'): Speak =>
  (entry, say) => {
    const opening = say.code('opened_by_', detail(entry, 'purpose'));
    return say.code(kind, entry.code.charAt(0).toUpperCase() + entry.code.slice(1), { opening });
  };

/** How a delivery was answered, without what the receiver wrote; of an unknown fault the error is quoted. */
export function answerWords(status: number | undefined, error: string | undefined, say: Say): string {
  if (status !== undefined)
    return say.text('answered', { status, meaning: say.code('status_', answerOf(status)) });
  const fault = (error ?? '').slice(0, 120);
  return say.code('fault_', faultOf(fault), { error: fault });
}

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

/** The id of an operation is for who looks into a refusal; an operation without words goes by it. */
const speakCall: Speak = (entry, say) => {
  const operation = say.operation(entry.code);
  const [status, code] = [detail(entry, 'status'), detail(entry, 'code')];
  if (code === '' && Number(status) < 400)
    return say.text('call', { operation: operation ?? entry.code, status });
  const named = operation === undefined ? entry.code : `${operation} (${entry.code})`;
  return say.text('callRefused', { operation: named, code: code === '' ? status : code });
};

const speakStaff: Speak = (entry, say) => {
  const field = detail(entry, 'field');
  const act = say.code('staff_', entry.code);
  return field === '' ? act : `${act}: ${say.code('field_', field)}`;
};

const SPEAKERS: Readonly<Record<Exclude<TimelineEntry['source'], 'decision'>, Speak>> = {
  step: (entry, say) => withReasons(say.code('step_', entry.code), entry, say),
  link: moment('link'),
  page: moment('page'),
  attempt: speakAttempt,
  event: (entry, say) => say.text('event', { event: say.code('event_', entry.code) }),
  delivery: speakDelivery,
  call: speakCall,
  staff: speakStaff,
};

const ACTORS = ['merchant', 'person', 'service', 'platform', 'portal', 'sandbox'] as const;

/** Kinds of actors that stand before a colon, with what is said of each. */
const KINDS = {
  user: 'somebody',
  'command-line': 'byCommand',
  'service-account': 'byAccount',
  receiver: 'byReceiver',
} as const;

/** Who did something, in words; an account goes by its own name. */
export function actorWords(
  { actor, actorName }: Pick<TimelineEntry, 'actor' | 'actorName'>,
  say: Say,
): string | undefined {
  if (actorName !== undefined || actor === undefined) return actorName;
  const known = ACTORS.find((one) => one === actor);
  if (known) return say.text(known);
  const [kind = '', ...name] = actor.split(':');
  if (!Object.hasOwn(KINDS, kind)) return actor;
  return say.text(KINDS[kind as keyof typeof KINDS], { name: name.join(':') });
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
