import type { WebhookAuthentication } from '@titular/contract';
import { type EndpointRules, newEndpointUrlProblem } from '../endpoints/endpoint-url.ts';

/** A header as it is sent. */
export type Header = { header: string; value: string };

type Of<Kind extends WebhookAuthentication['kind']> = Extract<WebhookAuthentication, { kind: Kind }>;

/** `token` of RFC 9110 section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VISIBLE_OR_SPACES = /^[\x20-\x7e]+$/;
const CONTROL = /\p{Cc}/u;
/** RFC 6749 section 3.3. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** Headers that frame the request, that are ours, or that would speak for somebody else. */
const FORBIDDEN_HEADERS = new Set([
  'accept-encoding',
  'connection',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);
const FORBIDDEN_BEGINNINGS = ['content-', 'proxy-', 'webhook-'];

/** Reads `header:value`, or a bare value that is meant for `Authorization`. Undefined when the header is no token (RFC 9110 section 5.6.2) or the value is empty or more than visible ASCII with inner spaces. */
export function parseApiKey(text: string): Header | undefined {
  const colon = text.indexOf(':');
  const header = colon < 0 ? 'Authorization' : text.slice(0, colon);
  const value = colon < 0 ? text : text.slice(colon + 1).trim();
  const isSendable = VISIBLE_OR_SPACES.test(value) && value === value.trim();
  return TOKEN.test(header) && isSendable ? { header, value } : undefined;
}

function apiKeyProblem({ key }: Of<'api-key'>): string | undefined {
  const parsed = parseApiKey(key);
  if (!parsed) return 'key must be header:value or a bare value, in visible ASCII';
  const name = parsed.header.toLowerCase();
  const isForbidden =
    FORBIDDEN_HEADERS.has(name) || FORBIDDEN_BEGINNINGS.some((beginning) => name.startsWith(beginning));
  return isForbidden ? `key must not set the header ${name}` : undefined;
}

/** RFC 7617 section 2: the first colon ends the user, and neither part holds control characters. */
function basicProblem({ user, password }: Of<'basic'>): string | undefined {
  if (user.includes(':')) return 'user must not hold a colon';
  if (CONTROL.test(user)) return 'user must not hold control characters';
  return CONTROL.test(password) ? 'password must not hold control characters' : undefined;
}

function oauth2Problem(authentication: Of<'oauth2'>, rules: EndpointRules): string | undefined {
  const { tokenUrl, clientId, clientSecret, scope } = authentication;
  const problem = newEndpointUrlProblem(tokenUrl, rules);
  if (problem) return `tokenUrl ${problem}`;
  if (CONTROL.test(clientId)) return 'clientId must not hold control characters';
  if (CONTROL.test(clientSecret)) return 'clientSecret must not hold control characters';
  return scope === undefined || SCOPE.test(scope) ? undefined : 'scope must be words parted by single spaces';
}

/** What is wrong with a wish to authenticate, as words that follow the name of the field and never repeat a credential; undefined when nothing is. */
export function authenticationProblem(
  authentication: WebhookAuthentication,
  rules: EndpointRules,
): string | undefined {
  switch (authentication.kind) {
    case 'none':
      return undefined;
    case 'basic':
      return basicProblem(authentication);
    case 'api-key':
      return apiKeyProblem(authentication);
    case 'oauth2':
      return oauth2Problem(authentication, rules);
  }
}

/** `credentials` of HTTP Basic (RFC 7617), in UTF-8. */
export const basicCredentials = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;
