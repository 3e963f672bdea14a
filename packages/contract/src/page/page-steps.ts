import type { PageEvent } from './page-events.ts';

/** The steps of a page in their order, by the event that tells each; who told of one has been through those before it. */
export const PAGE_STEPS = [
  'opened',
  'consent_given',
  'camera_opened',
  'attempt_started',
  'attempt_completed',
] as const satisfies readonly PageEvent[];
export type PageStep = (typeof PAGE_STEPS)[number];

/** What keeps people from the next step, as pages tell it. */
export const PAGE_HURDLES = [
  'consent_declined',
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
  'attempt_failed',
  'objected',
] as const satisfies readonly PageEvent[];
export type PageHurdle = (typeof PAGE_HURDLES)[number];
