import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';

/** What a page tells of its course: nothing of the person, the card or the picture, only that it happened. New ones go to the end: sessions keep places. */
export const PAGE_EVENTS = [
  'opened',
  'consent_given',
  'consent_declined',
  'camera_opened',
  'camera_denied',
  'camera_blocked',
  'camera_missing',
  'camera_busy',
  'camera_unplugged',
  'camera_black',
  'camera_infrared',
  'camera_unsupported',
  'in_app_browser',
  'low_light',
  'turned_device',
  'sent_to_background',
  'connection_lost',
  'connection_back',
  'attempt_started',
  'attempt_failed',
  'attempt_completed',
  'handed_over',
  'link_renewed',
  'objected',
  'result_shown',
] as const;
export type PageEvent = (typeof PAGE_EVENTS)[number];

/** Families of browsers as far as they differ for a camera; of the rest nothing is kept. */
export const BROWSER_FAMILIES = ['chromium', 'safari', 'firefox', 'samsung', 'in_app', 'other'] as const;
export type BrowserFamily = (typeof BROWSER_FAMILIES)[number];

/** Most events that one call can tell. */
export const MAX_PAGE_EVENTS = 20;

/** Events in the order they happened. */
export const ReportPageEventsRequest = Type.Object({
  browser: literals(BROWSER_FAMILIES),
  events: Type.Array(literals(PAGE_EVENTS), { minItems: 1, maxItems: MAX_PAGE_EVENTS }),
});
export type ReportPageEventsRequest = Static<typeof ReportPageEventsRequest>;

/** How many events were counted. */
export const PageEventsCounted = Type.Object(
  { counted: Type.Integer({ minimum: 0 }) },
  { additionalProperties: false },
);
export type PageEventsCounted = Static<typeof PageEventsCounted>;
