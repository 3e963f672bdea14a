import type { TextKey } from '../i18n/texts.ts';

const EXACT: Readonly<Record<number, TextKey>> = {
  401: 'status_401',
  403: 'status_401',
  404: 'status_404',
  410: 'status_410',
  429: 'status_429',
};

const CLASSES: readonly TextKey[] = ['status_2xx', 'status_3xx', 'status_4xx', 'status_5xx'];

/** Key of the words for what a receiver of webhooks answered. */
export const answeredKey = (status: number): TextKey =>
  EXACT[status] ?? CLASSES[Math.trunc(status / 100) - 2] ?? 'status_5xx';

const FAULTS: readonly (readonly [RegExp, TextKey])[] = [
  [/in time|timed? ?out|ETIMEDOUT/i, 'fault_timeout'],
  [/ECONNREFUSED|refused/i, 'fault_refused'],
  [/ECONNRESET|EPIPE|hang up|socket/i, 'fault_reset'],
  [/ENOTFOUND|EAI_AGAIN|getaddrinfo/i, 'fault_unknown_host'],
  [/certificate|CERT_|SSL|TLS|self.signed/i, 'fault_certificate'],
  [/token|authentication|API key/i, 'fault_token'],
  [/^the address/i, 'fault_address'],
];

/** Key of the words for why there was no answer; of an unknown fault `fault_other`, which quotes it. */
export const faultKey = (error: string): TextKey =>
  FAULTS.find(([pattern]) => pattern.test(error))?.[1] ?? 'fault_other';
