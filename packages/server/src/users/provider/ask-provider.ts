import type { CustomFetch } from 'openid-client';
import type { Clock } from '../../kernel/base/clock.ts';
import type { Log } from '../../kernel/base/log.ts';
import { askService } from '../../kernel/network/services/ask-service.ts';
import { createServiceGuard } from '../../kernel/network/services/guard-service.ts';
import { ServiceUnavailableError } from '../../kernel/network/services/service-unavailable.ts';

/** Room for metadata and keys of any provider. */
const MAX_BYTES = 128 * 1024;

/** A request as `openid-client` makes it. */
type Request = {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
};

/** Sends a request of the protocol under the bounds of an operator's service. */
export type AskProvider = (url: string, request: Request) => Promise<Response>;

const NAMES = { whole: 'the identity provider', short: 'the provider' };

/** Statuses that tell of the provider as a whole; others are about one code, or about what is configured. */
const isOfProvider = (status: number): boolean => status >= 500 || status === 429;

const isJson = (contentType: string | undefined): boolean =>
  /^application\/(?:[a-z-]+\+)?json *(?:;|$)/i.test(contentType ?? '');

/** Makes what sends requests to the provider: bounded in time and size, without redirects, and under a breaker. */
export function createAskProvider(deps: { clock: Clock; log: Log }): AskProvider {
  const guard = createServiceGuard(NAMES, deps);
  const never = new AbortController().signal;
  return (url, { method, headers, body }) =>
    guard('ask', async () => {
      const request = {
        ...{ what: 'ask', url, headers, mostBytes: MAX_BYTES },
        method: method === 'POST' ? ('POST' as const) : ('GET' as const),
        ...(body === undefined || body === null ? {} : { body: String(body) }),
      };
      const { status, bytes, contentType } = await askService(request, never);
      if (isOfProvider(status)) throw new ServiceUnavailableError(`ask: the provider answers ${status}`);
      // The library looks at the type only of what it cannot parse.
      if (status === 200 && !isJson(contentType))
        throw new ServiceUnavailableError('ask: the answer is no JSON');
      return new Response(bytes.length === 0 ? null : Buffer.from(bytes), {
        status,
        headers: contentType === undefined ? {} : { 'content-type': contentType },
      });
    });
}

/** Gives the library what it takes for `fetch`. */
export const toLibraryFetch =
  (ask: AskProvider): CustomFetch =>
  (url, { method, headers, body }) =>
    ask(url, { method, headers, body });
