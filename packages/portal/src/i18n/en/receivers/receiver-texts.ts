import type { Text } from '../../texts-like.ts';

/** The page of an endpoint's receiver, and the links to it. */
export const receiverTexts = {
  receiverTitle: 'What your receiver gets',
  receiverLinkTitle: "Open the receiver's page",
  receiverLinkText:
    'The link works once, and its page stays in this browser for 8 hours. You see what is sent to one webhook endpoint, and can have it sent again. You need no account.',
  receiverOpen: 'Open the page',
  receiverGoOn: 'Show the page that is open in this browser',
  receiverNoneTitle: 'This page opens by a link',
  receiverNoneText:
    'The address alone opens nothing. If you opened a link on another device or in another browser, its page is open only there. Ask whoever manages the webhook endpoint for a new link.',
  receiverUsed: 'Opened before',
  receiverUsedText:
    'A link works once. Its page stays, for 8 hours, on the device and in the browser where it was opened. Elsewhere you need a new link.',
  receiverUsedHereText: 'A link works once. A page is open in this browser, and you can go on with it.',
  receiverOver: 'Older than 24 hours, or ended',
  receiverOverText: 'Ask whoever manages the webhook endpoint for a new link.',
  receiverEndedTitle: 'The session has ended',
  receiverEndedText:
    'It lasts 8 hours, and less if somebody ends it or switches the endpoint off. To come back, ask whoever manages the webhook endpoint for a new link.',
  receiverUntil: 'This session ends: {time}.',
  receiverEnd: 'End',
  receiverEndTitle: 'End this session?',
  receiverEndText: 'You need a new link to come back.',
  receiverRate: {
    one: '{delivered} of {count} delivery arrived.',
    other: '{delivered} of the last {count} deliveries arrived.',
  },
  receiverUntried: 'Nothing was delivered yet.',
  receiverFailing: {
    one: 'Failing since {time}, with {count} failed attempt in a row.',
    other: 'Failing since {time}, with {count} failed attempts in a row.',
  },
  receiverWaiting: {
    none: 'Nothing waits.',
    one: '{count} delivery waits.',
    other: '{count} deliveries wait.',
  },
  receiverMoreWaiting: 'More than {count} deliveries wait.',
  receiverAnswer: 'Answer',
  receiverAnswered: 'HTTP {status}',
  receiverNoAnswer: 'None',
  receiverNotTried: 'Not sent yet',
  receiverAbout: 'Transaction id or order number',
  receiverSignature:
    'The signature is computed with the secret that signs now. Before a change of the secret, another one was sent.',
  receiverPanel: "The receiver's developer",
  receiverPanelText:
    "Whoever runs the receiver opens a page with this endpoint's deliveries by a one-time link, without an account.",
  receiverMake: "Link for the receiver's developer",
  receiverNobody: 'No link and no session is open.',
  receiverMadeTitle: 'The link',
  receiverMadeText:
    'It works once, until {time}, and is shown only now. Hand it over where nobody else reads it.',
  receiverState_link: 'Link, not opened yet',
  receiverState_session: 'Session',
  receiverMadeBy: 'Made by {name}',
  receiverMadeByCommand: 'Made by command',
  receiverLastUsed: 'Last used: {time}',
  receiverExpires: 'Until {time}',
  receiverEndNow: 'End now',
  receiverEnded: 'It was ended.',
} as const satisfies Readonly<Record<string, Text>>;
