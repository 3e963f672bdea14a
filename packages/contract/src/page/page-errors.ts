import type { ErrorEntry } from '../errors.ts';

/** The codes about the hosted page: its session, what a person sends on it, and the SDK token that opens it. */
export const pageErrors = {
  '40060': {
    status: 400,
    message: 'The consent text was answered in a version that is no longer shown.',
    happened: 'The answer was given to an older text.',
    remedy: 'Reload the page to show the current text.',
  },
  '40061': {
    status: 400,
    message: 'The frame is not a picture that can be used.',
    happened:
      'The body is not a baseline JPEG picture within the limits of size and pixels. The third such picture ends the attempt.',
    remedy: 'Send baseline JPEG frames of up to 512 KiB, as cameras and browsers make them.',
  },
  '40062': {
    status: 400,
    message: 'This is not possible at this stage.',
    happened: 'Consent is missing, no attempt is left, the attempt has ended, or the frame is out of order.',
    remedy: 'Read the session and continue from its stage.',
  },
  '40063': {
    status: 400,
    message: 'The identity of this transaction cannot be changed.',
    happened:
      "The company's module fixes the identity, the capture is complete, or the identity was changed too often.",
    remedy: 'Continue with the identity shown, or ask the shop for a new transaction.',
  },
  '40064': {
    status: 400,
    message: 'This cannot be chosen for the transaction now.',
    happened:
      'The company does not offer it, the capture is complete, the transaction has ended, or the page was reached by a link that was passed on.',
    remedy: 'Read the session: `choices` and `movements` tell what can be chosen.',
  },
  '40065': {
    status: 400,
    message: 'No further link can be made for the transaction.',
    happened: 'The limit of hand-over links or SDK openings is reached.',
    remedy: 'Use an existing link, or ask the shop for a new one.',
  },
  '40310': {
    status: 403,
    message: 'This link or page session is no longer valid.',
    happened:
      'The one-time code, the SDK token or the session is unknown, used, expired, or the transaction has ended.',
    remedy: 'Ask the shop for a new link.',
  },
  '40311': {
    status: 403,
    message: 'This link or page session has run out of time; this browser may go on with a new one.',
    happened:
      "The one-time code or the session has expired, and the company's setting `link-renewal` lets this browser have another.",
    remedy: 'Ask the person, then renew the session.',
  },
  '40320': {
    status: 403,
    message: 'The SDK token is not valid.',
    happened: 'The token is no SDK token of this deployment and environment, or was altered.',
    remedy:
      'Pass the `token` returned by the create operation, unchanged, to the SDK of the same environment.',
  },
  '40321': {
    status: 403,
    message: 'The SDK token has expired.',
    happened: 'The lifetime of the token is over.',
    remedy:
      'Get a new link and token for the same transaction with the operation renewLink, and use the new `token`.',
  },
  '40322': {
    status: 403,
    message: "The page's origin is not registered for the company.",
    happened:
      'The SDK runs on an origin that is not among the web origins of the company, or was not when the token was made.',
    remedy:
      'Register the origin in the setting `web-origins` of the company, then get a new token for the same transaction with the operation renewLink.',
  },
  '40323': {
    status: 403,
    message: 'The transaction of the SDK token has ended.',
    happened: 'The transaction takes no capture any more.',
    remedy: 'Read its status; create a new transaction for another try.',
  },
  '40324': {
    status: 403,
    message: 'The SDK token is of another transaction.',
    happened: 'The id given to the SDK is not the one in the token.',
    remedy: 'Pass on id and token of the same answer.',
  },
  '40411': {
    status: 404,
    message: 'Attempt not found.',
    happened: 'The page session has no attempt with this id.',
    remedy: 'Start a new attempt.',
  },
} as const satisfies Record<string, ErrorEntry>;
