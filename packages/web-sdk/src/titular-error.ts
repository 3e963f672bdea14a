import type { TitularErrorCode } from './types.ts';

/** What each error means and what to do about it, for the shop's engineer. */
export const ERROR_SENTENCES: Readonly<Record<TitularErrorCode, string>> = {
  invalid_options: 'An option is missing or wrong.',
  not_initialised: 'Call init({ type, baseUrl }) before open().',
  already_open: 'The page is open already: wait for its end, or call close() first.',
  insecure_page:
    'Browsers give a camera to secure pages alone: serve this page by https, or from localhost while you develop.',
  browser_not_supported:
    'This browser cannot open a camera. Offer the link instead, so that the person opens it in another browser or on a phone.',
  camera_blocked_by_page:
    'The Permissions-Policy header of this page keeps the camera from the frame: add camera=(self "<address of the service>") to it, or use the type REDIRECT.',
  frame_blocked:
    "The frame showed no page: allow the service's address in frame-src of this page's Content-Security-Policy, and register this page's origin in the company's setting web-origins.",
  origin_not_registered:
    "This page's origin is not among those of the token: register it in the company's setting web-origins, then get a new token for the same transaction with POST …/transactions/{id}/link, for a process with POST …/process/{id}/link.",
  token_invalid:
    'The service does not know this token: give the `token` that creating the transaction or the process answered, whole and unchanged; an access token does not serve.',
  token_expired:
    "The token's time is over: get a new token for the same transaction with POST …/transactions/{id}/link, for a process with POST …/process/{id}/link, and open with that one.",
  token_of_other_transaction:
    'The token belongs to another transaction or process: give the id and the token of one answer.',
  transaction_ended: 'The transaction or process has ended: read what came of it on your server.',
  opened_too_often:
    'The page was opened for this transaction or process as often as may be: look whether your page calls open() again by itself, and offer the person the address that POST …/transactions/{id}/link or POST …/process/{id}/link answers instead.',
  session_ended:
    "The page's session has ended before the transaction or process: open the page again with the same token.",
  unreachable:
    "The service did not answer: check baseUrl, connect-src of this page's Content-Security-Policy and the person's connection, then try again.",
  service_fault: 'The service could not do it: try again, and if it stays so, ask who runs the service.',
};

/** An opening that failed: `code` for the program, the message for the engineer, and where to read on. */
export class TitularError extends Error {
  readonly code: TitularErrorCode;
  /** Place of the code in the SDK's documentation. */
  readonly docs: string;

  constructor(code: TitularErrorCode, detail?: string) {
    super(detail === undefined ? ERROR_SENTENCES[code] : `${ERROR_SENTENCES[code]} ${detail}`);
    this.name = 'TitularError';
    this.code = code;
    this.docs = `docs/web-sdk.md#${code}`;
  }
}
