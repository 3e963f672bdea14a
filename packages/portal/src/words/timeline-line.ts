import type { LinkPurpose, TimelineEntry, TimelineSource } from '@titular/contract';
import { isReasonCode, mainReason } from '@titular/contract/main-reason';
import type { TextKey, Translate } from '../i18n/texts.ts';
import type { Tone } from '../ui/badge.tsx';
import { answeredKey, faultKey } from './delivery-words.ts';
import {
  AttemptIcon,
  CallIcon,
  DecisionIcon,
  DeliveryIcon,
  EventIcon,
  type Icon,
  LinkIcon,
  OpenIcon,
  PageIcon,
  StaffIcon,
} from './status-icons.ts';

/** Icon of each source of a timeline. */
export const sourceIcons: Readonly<Record<TimelineSource, Icon>> = {
  step: OpenIcon,
  link: LinkIcon,
  page: PageIcon,
  attempt: AttemptIcon,
  decision: DecisionIcon,
  event: EventIcon,
  delivery: DeliveryIcon,
  call: CallIcon,
  staff: StaffIcon,
};

/** Every source, in the order in which they are offered. */
export const timelineSources = Object.keys(sourceIcons) as readonly TimelineSource[];

/** One entry as a sentence, with what speaks against somebody marked. */
export type TimelineLine = { words: string; by?: string; tone: Tone };

type Speak = (entry: TimelineEntry, t: Translate) => { words: string; tone?: Tone };

const detail = ({ details }: TimelineEntry, name: string): string => String(details?.[name] ?? '');
const count = ({ details }: TimelineEntry, name: string): number => Number(details?.[name] ?? 0);

/** Says a text whose key is made of a code; a code without words stays as it is. */
const said = (t: Translate, key: string, code: string): string => t(key as TextKey) || code;

const openingOf = (entry: TimelineEntry, t: Translate): string =>
  said(t, `opened_by_${detail(entry, 'purpose') as LinkPurpose}`, detail(entry, 'purpose'));

const saidReason = (reasons: readonly string[] | undefined, isApproved: boolean, t: Translate): string => {
  const reason = mainReason(reasons ?? [], isApproved);
  return reason === undefined ? '' : t(`reason_${reason}`);
};

const AGAINST = ['reject', 'attempts-exhausted', 'expire', 'fail', 'disown'];
const STEP_TONES: Readonly<Record<string, Tone>> = {
  approve: 'good',
  ...Object.fromEntries(AGAINST.map((code) => [code, 'danger'])),
};

const speakStep: Speak = (entry, t) => {
  const { code, reasons } = entry;
  const words = said(t, `step_${code}`, code);
  const why = saidReason(reasons, code === 'approve', t);
  return { words: why === '' ? words : `${words}: ${why}`, tone: STEP_TONES[code] ?? 'plain' };
};

const LINK_KEYS: Readonly<Record<string, TextKey>> = {
  issued: 'linkIssued',
  opened: 'linkOpened',
  revoked: 'linkRevoked',
};
const PAGE_KEYS: Readonly<Record<string, TextKey>> = {
  opened: 'pageOpened',
  consented: 'pageConsented',
  ended: 'pageEnded',
};

const speakKeyed =
  (keys: Readonly<Record<string, TextKey>>): Speak =>
  (entry, t) => {
    const key = keys[entry.code];
    return { words: key ? t(key, { opening: openingOf(entry, t) }) : entry.code };
  };

const speakAttempt: Speak = (entry, t) => {
  const number = count(entry, 'number');
  if (entry.code === 'started') return { words: t('attemptStarted', { number }) };
  const outcome = said(t, `outcome_${entry.code}`, entry.code);
  return {
    words: t('attemptEnded', { number, outcome }),
    tone: entry.code === 'completed' ? 'good' : 'notice',
  };
};

const speakDecision: Speak = ({ code, reasons }, t) => {
  const isApproved = code === 'approved' || code === 'ok';
  const reason = saidReason(reasons, isApproved, t) || code;
  return { words: t('decided', { reason }), tone: isApproved ? 'good' : 'danger' };
};

const speakEvent: Speak = (entry, t) => {
  const event = said(t, `event_${entry.code}`, entry.code);
  const late = detail(entry, 'linkState');
  if (late === '') return { words: t('eventMade', { event }) };
  return { words: t('eventLate', { event, why: said(t, `late_${late}`, late) }), tone: 'notice' };
};

const speakDelivery: Speak = (entry, t) => {
  const answered = count(entry, 'responseStatus');
  if (entry.code === 'delivered')
    return { words: t('deliveryDone', { status: `${answered}` }), tone: 'good' };
  if (answered > 0) {
    const status = `${answered} (${t(answeredKey(answered))})`;
    return { words: t('deliveryAnswered', { status }), tone: 'danger' };
  }
  const error = detail(entry, 'error');
  return { words: t('deliveryUnanswered', { why: t(faultKey(error), { error }) }), tone: 'danger' };
};

const speakCall: Speak = (entry, t) => {
  const code = detail(entry, 'code');
  const status = code === '' ? detail(entry, 'status') : code;
  const repeated = count(entry, 'repeated');
  const more = repeated > 0 ? t('callRepeated', { count: repeated }) : '';
  const words = t('callMade', { operation: entry.code, status });
  return { words: words + more, tone: count(entry, 'status') >= 400 ? 'notice' : 'plain' };
};

const speakStaff: Speak = (entry, t) => {
  const act = t(`staff_${entry.code}` as TextKey);
  if (act === '') return { words: t('staffUnknown', { code: entry.code }) };
  const field = detail(entry, 'field');
  return { words: field === '' ? act : `${act}: ${said(t, `field_${field}`, field)}` };
};

const SPEAKERS: Readonly<Record<TimelineSource, Speak>> = {
  step: speakStep,
  link: speakKeyed(LINK_KEYS),
  page: speakKeyed(PAGE_KEYS),
  attempt: speakAttempt,
  decision: speakDecision,
  event: speakEvent,
  delivery: speakDelivery,
  call: speakCall,
  staff: speakStaff,
};

/** By whom it was done, in words: languages join a preposition and an article. An account goes by its own name. */
function byWords({ actor, actorName, source }: TimelineEntry, t: Translate): string | undefined {
  if (actorName !== undefined) return t('byActor', { actor: actorName });
  if (actor === undefined) return undefined;
  if (actor.startsWith('user:')) return t('byActor', { actor: t('by_somebody') });
  const known = t(`by_${actor}` as TextKey);
  if (known !== '') return known;
  return source === 'staff' ? t('byCommand') : t('byActor', { actor });
}

/** Says one entry of a timeline. */
export function describeLine(entry: TimelineEntry, t: Translate): TimelineLine {
  const { words, tone = 'plain' } = SPEAKERS[entry.source](entry, t);
  const by = byWords(entry, t);
  return { words, tone, ...(by === undefined ? {} : { by }) };
}

/** Sentences of all reasons of a decision that this page has words for. */
export const reasonSentences = (codes: readonly string[], t: Translate): string[] =>
  codes.filter(isReasonCode).map((code) => t(`why_${code}`));
