import { SESSION_HEADER } from '@titular/contract/web-sdk';

/** In memory alone: a frame has no cookies in most browsers, and what it stored would be found by the next person at the device. */
let secret: string | undefined;

/** Keeps the secret of a session that was opened in a frame; answers of other sessions carry none. */
export function storeSessionSecret(headers: Headers): void {
  secret = headers.get(SESSION_HEADER) ?? secret;
}

/** What a page in a frame sends in place of the cookie. */
export const sessionHeaders = (): Record<string, string> =>
  secret === undefined ? {} : { [SESSION_HEADER]: secret };
