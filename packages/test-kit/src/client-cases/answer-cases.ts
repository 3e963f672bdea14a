/** Headers that no request of the service is named by, each too long or of other signs: an error is a line of a log. */
export const ODD_REQUEST_IDS: readonly string[] = [
  'x'.repeat(129),
  'canary of a gateway',
  'canary;\ttab',
  'caf\u00e9-canary',
];

/** A sentence of an error that no log should hold whole. */
export const LONG_SENTENCE = `${'long 😀 '.repeat(10_000)}end of a gateway`;

/** Places of lists that go in a circle, behind a beginning that is not in it. */
export const CIRCLE = ['a', 'b', 'c', 'd', 'b', 'c', 'd', 'b', 'c', 'd', 'b', 'c', 'd'] as const;
