/** On every answer; pages bring a policy of their own, anything else is no place for scripts, styles or frames. */
const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** For who is reached over https alone (RFC 6797); over http browsers ignore it. */
const TLS_ONLY = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** The headers of every answer of a service at this public address, those of the parser among them. */
export const commonHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  ...COMMON_HEADERS,
  ...(publicUrl.startsWith('https://') ? TLS_ONLY : {}),
});
