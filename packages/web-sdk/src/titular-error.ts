import type { TitularErrorCode } from './types.ts';

/** What each error means and what to do about it, for the shop's engineer. */
export const ERROR_SENTENCES: Readonly<Record<TitularErrorCode, string>> = {
  invalid_options: 'An option is missing or wrong.',
  not_initialised: 'Call init({ type, baseUrl }) before open().',
  already_open: 'The page is open already: wait for its end, or call close() first.',
  insecure_page:
    'Browsers open a camera only on secure pages: serve this page over https, or from localhost during development.',
  browser_not_supported:
    'This browser cannot open a camera. Offer the link instead, so that the person opens it in another browser or on a phone.',
  camera_blocked_by_page:
    'The Permissions-Policy header of this page does not allow the camera in the frame: add camera=(self "<address of the service>") to it, or use type REDIRECT.',
  frame_blocked:
    "The page did not load in the frame: allow the service's address in frame-src of this page's Content-Security-Policy, and register this page's origin in the company's setting web-origins.",
  origin_not_registered:
    "The token does not allow this page's origin: register the origin in the company's setting web-origins, then get a new token for the same transaction with POST …/transactions/{id}/link, or for a process with POST …/process/{id}/link.",
  token_invalid:
    'The service does not know this token: pass the complete, unchanged `token` from the response of create. An access token does not work here.',
  token_expired:
    'The token has expired: get a new one for the same transaction with POST …/transactions/{id}/link, or for a process with POST …/process/{id}/link, and open the page with it.',
  token_of_other_transaction:
    'The token belongs to another transaction or process: pass the id and the token of the same response.',
  transaction_ended: 'The transaction or process has ended: read its result on your server.',
  opened_too_often:
    'The page was opened too often for this transaction or process: check whether your page calls open() in a loop. Send the person to the link that POST …/transactions/{id}/link or POST …/process/{id}/link returns instead.',
  too_many_requests:
    'This network sent too many openings that opened nothing: check that your page passes the `token` of create and no access token, then try again in a minute.',
  session_ended:
    'The page session ended before the transaction or process did: open the page again with the same token.',
  unreachable:
    "The service did not respond: check baseUrl, connect-src of this page's Content-Security-Policy and the person's connection, then try again.",
  service_fault:
    'The service had an internal error: try again, and if it persists, contact the operator of the service.',
};

/** An opening that failed: `code` for the program, the message for the engineer, and where to read on. */
export class TitularError extends Error {
  readonly code: TitularErrorCode;
  /** Place of the code in the documentation, such as docs/web-sdk.md#token_expired; a service shows that page as web-sdk.html. */
  readonly docs: string;

  constructor(code: TitularErrorCode, detail?: string) {
    super(detail === undefined ? ERROR_SENTENCES[code] : `${ERROR_SENTENCES[code]} ${detail}`);
    this.name = 'TitularError';
    this.code = code;
    this.docs = `docs/web-sdk.md#${code}`;
  }
}
