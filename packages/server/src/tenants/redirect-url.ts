import { domainToASCII, domainToUnicode } from 'node:url';

/** What a company allows as the place to go at the end; empty hosts mean any https host. */
export type RedirectRules = { redirectHosts: readonly string[]; appSchemes: readonly string[] };

const MAXIMUM_LENGTH = 2048;
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

/** Without user information, not even an empty one: what stands before an `@` only ever misleads a reader. */
const PLAIN_AUTHORITY = /^https:\/\/[^/?#@]+(?:[/?#]|$)/i;

/** App schemes are reverse domains with a dot (RFC 8252 section 7.1), so that no scheme of the browser's own is ever one. */
const APP_SCHEME = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/;

const ENCODED_LABEL = /(?:^|\.)xn--/;

/** Whether every label that says it is Punycode is: the parsers of browsers differ on others, and no host has such a name (RFC 5891 section 4.2). */
function isSoundHost(host: string): boolean {
  if (!ENCODED_LABEL.test(host)) return true;
  const decoded = domainToUnicode(host);
  return !ENCODED_LABEL.test(decoded) && domainToASCII(decoded) === host;
}

/** Why the address cannot be used, or undefined when it can: https with a plain authority, or an app scheme of the company. */
export function redirectUrlProblem(text: string, rules: RedirectRules): string | undefined {
  if (text.length > MAXIMUM_LENGTH) return `is longer than ${MAXIMUM_LENGTH} characters`;
  if (!PRINTABLE_ASCII.test(text) || text.includes('\\') || !URL.canParse(text))
    return 'must be an absolute address';
  const url = new URL(text);
  const scheme = url.protocol.slice(0, -1);
  if (scheme === 'https') {
    if (!isSoundHost(url.hostname)) return 'must be an absolute address';
    if (!PLAIN_AUTHORITY.test(text)) return 'must be an https address without user information';
    const registered = rules.redirectHosts.length === 0 || rules.redirectHosts.includes(url.hostname);
    return registered ? undefined : 'names a host that the company has not registered';
  }
  if (APP_SCHEME.test(scheme) && rules.appSchemes.includes(scheme)) return undefined;
  return 'must be an https address, or use an app scheme that the company has registered';
}

/** Adds only id and status to the merchant's address: nothing about person or card leaves with the browser (R52). */
export function redirectTarget(redirectUrl: string, id: string, status: string): string {
  const url = new URL(redirectUrl);
  url.searchParams.set('id', id);
  url.searchParams.set('status', status);
  return url.href;
}
