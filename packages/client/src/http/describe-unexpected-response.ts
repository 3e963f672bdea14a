import type { Answer } from './send-request.ts';

/** How a browser shows a redirect that it was told not to follow. */
const HIDDEN_REDIRECT = 0;

/** A sentence that came: its first 1,000 characters, without what would begin a line of its own in a log, or steer a terminal. */
export const onOneLine = (sentence: string): string =>
  /^.{0,1000}/su.exec(sentence.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '))?.[0] ?? '';

/** What is said of an answer that is not one of the service: what was asked, and what is likely wrong; it quotes nothing of the answer. */
export function describeUnexpectedResponse({ asked, status }: Pick<Answer, 'asked' | 'status'>): string {
  if (status === HIDDEN_REDIRECT || (status >= 300 && status < 400))
    return `${asked} was answered with a redirect, which is not followed: baseUrl is likely not the address of the service itself`;
  if (status === 429 || status >= 500) return `${asked} was answered ${status} without a word of the service`;
  return `${asked} was answered ${status}, but not by the service: check baseUrl, and what stands before the service`;
}
