import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';
import type { TransactionStatus } from '../transactions/transactions.ts';
import type { PageLanguage } from './page.ts';
import type { PageEvent } from './page-events.ts';

/** How the web SDK shows the page: in a frame within the shop's page, or in its place. */
export const SDK_TYPES = ['IFRAME', 'REDIRECT'] as const;
export type SdkType = (typeof SDK_TYPES)[number];

/**
 * Exchanges an SDK token for a one-time code, form-encoded so that browsers ask no leave first (Fetch, section 4.8). The page's origin
 * is the one the browser names in `Origin`.
 */
export const OpenBySdkForm = Type.Object({
  token: Type.String({ minLength: 20, maxLength: 4096 }),
  transactionId: Type.Optional(Type.String({ format: 'uuid' })),
  type: literals(SDK_TYPES),
});
export type OpenBySdkForm = Static<typeof OpenBySdkForm>;

/** Where the page is, as a path below the service's address, and for a frame the one-time code that it is given by message. */
export const SdkOpening = Type.Object(
  {
    transactionId: Type.String({ format: 'uuid' }),
    path: Type.String(),
    code: Type.Union([Type.String(), Type.Null()]),
  },
  { additionalProperties: false },
);
export type SdkOpening = Static<typeof SdkOpening>;

/** Header that carries the session of a page in a frame, where browsers keep no cookies; the page holds it in memory alone. */
export const SESSION_HEADER = 'x-capture-session';

/** Why the SDK did not open or show the page to its end; each has a sentence that says what to do. */
export const SDK_ERRORS = [
  'invalid_options',
  'not_initialised',
  'already_open',
  'insecure_page',
  'browser_not_supported',
  'camera_blocked_by_page',
  'frame_blocked',
  'origin_not_registered',
  'token_invalid',
  'token_expired',
  'token_of_other_transaction',
  'transaction_ended',
  'opened_too_often',
  'too_many_requests',
  'session_ended',
  'unreachable',
  'service_fault',
] as const;
export type SdkErrorCode = (typeof SDK_ERRORS)[number];

/** Mark of the messages between the page in a frame and the SDK; whatever lacks it is not looked at further. */
export const SDK_CHANNEL = 'titular/1';

/** What the SDK tells the page in the frame. `pageLoad` names the load of the shop's page, in whose memory alone it is. `leave` is the person's wish to leave, which the page asks back about. */
export type ParentMessage = { channel: typeof SDK_CHANNEL } & (
  | { type: 'open'; code: string; language?: PageLanguage; pageLoad?: string }
  | { type: 'leave' }
);

/** What the page in the frame tells the SDK; only `ready` is sent to whoever listens, the others to the origin that sent `open`. After `stays` the person closes it. */
export type FrameMessage = { channel: typeof SDK_CHANNEL } & (
  | { type: 'ready' }
  | { type: 'event'; event: PageEvent }
  | { type: 'finished'; transactionId: string; status: TransactionStatus }
  | { type: 'stays' }
  | { type: 'closed' }
  | { type: 'error'; code: SdkErrorCode }
);
