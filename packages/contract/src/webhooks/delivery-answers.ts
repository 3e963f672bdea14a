/** How a receiver of webhooks answered, as it is said in words: by its status, or by the class of that. */
export const RECEIVER_ANSWERS = ['2xx', '3xx', '401', '404', '410', '429', '4xx', '5xx'] as const;
type ReceiverAnswer = (typeof RECEIVER_ANSWERS)[number];

const EXACT: Readonly<Record<number, ReceiverAnswer>> = {
  401: '401',
  403: '401',
  404: '404',
  410: '410',
  429: '429',
};

const CLASSES: readonly ReceiverAnswer[] = ['2xx', '3xx', '4xx', '5xx'];

/** What a status of a receiver says. */
export const answerOf = (status: number): ReceiverAnswer =>
  EXACT[status] ?? CLASSES[Math.trunc(status / 100) - 2] ?? '5xx';

type DeliveryFault =
  | 'timeout'
  | 'refused'
  | 'reset'
  | 'unknown_host'
  | 'certificate'
  | 'token'
  | 'address'
  | 'other';

const FAULTS: readonly (readonly [RegExp, DeliveryFault])[] = [
  [/in time|timed? ?out|ETIMEDOUT/i, 'timeout'],
  [/ECONNREFUSED|refused/i, 'refused'],
  [/ECONNRESET|EPIPE|hang up|socket/i, 'reset'],
  [/ENOTFOUND|EAI_AGAIN|getaddrinfo/i, 'unknown_host'],
  [/certificate|CERT_|SSL|TLS|self.signed/i, 'certificate'],
  [/token|authentication|API key/i, 'token'],
  [/^the address/i, 'address'],
];

/** Why there was no answer, by the error that the delivery was recorded with; `other` is quoted. */
export const faultOf = (error: string): DeliveryFault =>
  FAULTS.find(([pattern]) => pattern.test(error))?.[1] ?? 'other';
