import { API_CALL_DAYS, WEBHOOK_LOG_DAYS } from '@titular/contract';
import { IMAGE_HASH_DAYS } from '../captures/attack-signals/seen-frames.ts';
import { PLATFORM_EVENT_DAYS } from '../processes/external/platform-tasks.ts';

/** Days after which what receivers answered to webhooks is forgotten. */
export const WEBHOOK_ANSWER_DAYS = 30;

/** Days after its end for which a page session is kept. */
export const PAGE_SESSION_DAYS = 7;

/** Days for which the sums of what pages told are kept: a year, and the month to compare it with. */
export const PAGE_EVENT_DAYS = 400;

/** Days for which it is kept which enrolled face came and went, by its id alone; processes follow it within a minute. */
export const FACE_CHANGE_DAYS = 1;

/** The classes of data about persons, by name. */
export type RetentionKey =
  | 'pictures'
  | 'prints'
  | 'transactions'
  | 'processes'
  | 'faces'
  | 'face-changes'
  | 'page-sessions'
  | 'page-events'
  | 'links'
  | 'idempotency-answers'
  | 'webhook-answers'
  | 'events'
  | 'platform-events'
  | 'api-calls';

/**
 * One class of data: its name, what it is, from when on its time runs, how long that is (days, or the setting that says so), and whether a
 * legal hold keeps what is about its transaction, or the process whose captures that uses.
 */
export type RetentionClass = {
  key: RetentionKey;
  data: string;
  from: string;
  days: number | { setting: string };
  isHeld: boolean;
};

/** Every class of data about persons, with its time; docs/data-protection.md is generated from this table. */
export const retentionClasses: readonly RetentionClass[] = [
  {
    key: 'pictures',
    data: 'Pictures of a capture and what was measured on them',
    from: 'the end of the transaction or process',
    days: { setting: 'capture-retention-days' },
    isHeld: true,
  },
  {
    key: 'prints',
    data: 'What kept pictures, and the faces in them, look like, as sealed prints',
    from: 'the picture',
    days: IMAGE_HASH_DAYS,
    isHeld: true,
  },
  {
    key: 'transactions',
    data: 'Identity, card, name, order number, value and redirect address of a transaction, its attempts, page sessions and calls',
    from: 'the end of the transaction',
    days: { setting: 'person-retention-days' },
    isHeld: true,
  },
  {
    key: 'processes',
    data: 'Identity, name, reference and redirect address of a process, its attempts and page sessions',
    from: 'the end of the process',
    days: { setting: 'person-retention-days' },
    isHeld: true,
  },
  {
    key: 'faces',
    data: 'The enrolled face of an identity',
    from: 'the last time it matched, or its enrolment',
    days: { setting: 'template-retention-days' },
    isHeld: false,
  },
  {
    key: 'face-changes',
    data: 'That an enrolled face came or went, by its id alone, for the processes that hold faces in memory',
    from: 'the change',
    days: FACE_CHANGE_DAYS,
    isHeld: false,
  },
  {
    key: 'page-sessions',
    data: 'Page sessions',
    from: 'their expiry',
    days: PAGE_SESSION_DAYS,
    isHeld: true,
  },
  {
    key: 'page-events',
    data: 'What pages told of their course, as sums of a day by company and family of browser',
    from: 'the day',
    days: PAGE_EVENT_DAYS,
    isHeld: false,
  },
  { key: 'links', data: 'One-time links', from: 'their expiry', days: 1, isHeld: false },
  {
    key: 'idempotency-answers',
    data: 'Answers kept for an Idempotency-Key',
    from: 'the request',
    days: 1,
    isHeld: false,
  },
  {
    key: 'webhook-answers',
    data: 'What receivers answered to webhooks',
    from: 'the attempt',
    days: WEBHOOK_ANSWER_DAYS,
    isHeld: false,
  },
  {
    key: 'events',
    data: 'Events, with their deliveries and attempts and, where the company has it sent, the order number; none that still waits',
    from: 'what happened',
    days: WEBHOOK_LOG_DAYS,
    isHeld: true,
  },
  {
    key: 'platform-events',
    data: "Events of an operator's identity platform, by the ids of event and process alone",
    from: 'the event',
    days: PLATFORM_EVENT_DAYS,
    isHeld: false,
  },
  { key: 'api-calls', data: 'The log of API calls', from: 'the call', days: API_CALL_DAYS, isHeld: true },
];
