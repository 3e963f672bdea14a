import type { Clock } from '../../kernel/base/clock.ts';
import { digest } from '../../kernel/base/secret.ts';
import { defineCache } from '../../kernel/caches/cache.ts';
import { type ClientCredentials, type FetchedToken, fetchToken } from './fetch-token.ts';
import type { OutboundRequest } from './outbound-request.ts';

/** Who wants a token, how long it may wait, and how long an attempt of its endpoint has in all, in milliseconds. */
export type TokenRequest = Pick<OutboundRequest, 'timeoutMs' | 'rules' | 'stopping'> & {
  endpointId: string;
  /** Of a fetch that others share; without it, what this request may wait. */
  wholeMs?: number | undefined;
  oauth2: ClientCredentials;
};

/** What was fetched, by this request or, where it was cached, before it came. */
export type FoundToken = { fetched: FetchedToken; isCached: boolean };

/** Tokens by endpoint; `invalidate` deletes the one that is named and no newer one, `close` ends what is being fetched. */
export type TokenCache = {
  find(request: TokenRequest): Promise<FoundToken>;
  invalidate(endpointId: string, stale: FetchedToken): void;
  close(): void;
};

/** One fetch, under way until it has an outcome. */
type Entry = {
  fingerprint: string;
  fetching: Promise<FetchedToken>;
  outcome?: { fetched: FetchedToken; untilMs: number };
};

const EARLY_MS = 60_000;
const UNKNOWN_LIFE_SECONDS = 300;
const MAX_LIFE_SECONDS = 86_400;

/** Tokens of receivers' token endpoints. */
export const receiverTokenCache = defineCache('receiver_tokens', 10_000);

/** Until when an outcome is good for other attempts, counted from when it was asked for. */
function goodUntil(fetched: FetchedToken, askedMs: number): number {
  // Whoever comes after a failure asks anew: its attempt would be spent otherwise, and the pace of the endpoint spaces attempts.
  if (fetched.kind === 'failed') return askedMs;
  if (fetched.lifeSeconds === undefined) return askedMs + UNKNOWN_LIFE_SECONDS * 1000;
  return askedMs + Math.min(fetched.lifeSeconds, MAX_LIFE_SECONDS) * 1000 - EARLY_MS;
}

/** Changed credentials, and a changed view of loopback, ask for another token. */
const fingerprintOf = ({ oauth2, rules }: TokenRequest): string => {
  const { tokenUrl, clientId, clientSecret, scope = '' } = oauth2;
  const parts = [tokenUrl, clientId, clientSecret, scope, rules.loopbackAllowed];
  return digest(JSON.stringify(parts)).toString('base64');
};

/** Waits for a fetch that others share, no longer than this request may: the end of one attempt is not the end of all. */
function waitFor(
  fetching: Promise<FetchedToken>,
  { timeoutMs, stopping }: TokenRequest,
): Promise<FetchedToken> {
  stopping?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(stopping?.reason);
    const late = { kind: 'failed', error: 'the token endpoint gave no complete answer in time' } as const;
    const deadline = setTimeout(() => resolve(late), timeoutMs);
    stopping?.addEventListener('abort', stop, { once: true });
    const done = (): void => {
      clearTimeout(deadline);
      stopping?.removeEventListener('abort', stop);
    };
    fetching.then(resolve, reject).then(done);
  });
}

/**
 * Makes the memory of one process. A token is used until 60 s before it expires (5 minutes if no lifetime is given).
 * Attempts of one endpoint share a fetch in flight; a failed fetch is repeated by the next attempt.
 */
export function createTokenCache(clock: Clock, resolve?: OutboundRequest['resolve']): TokenCache {
  const closing = new AbortController();
  const entries = receiverTokenCache.open<Entry>();

  /** Fetches for as long as any attempt of the endpoint could wait: whoever joins has time that this one may not have. */
  function begin(
    { oauth2, timeoutMs, wholeMs = timeoutMs, rules }: TokenRequest,
    fingerprint: string,
  ): Entry {
    const askedMs = clock.now().getTime();
    const fetching = fetchToken(oauth2, { timeoutMs: wholeMs, rules, resolve, stopping: closing.signal });
    const entry: Entry = { fingerprint, fetching };
    fetching.then(
      (fetched) => {
        entry.outcome = { fetched, untilMs: goodUntil(fetched, askedMs) };
      },
      // Whoever waits is told; what was ended by the close of the service is no outcome.
      () => undefined,
    );
    return entry;
  }

  const isGood = ({ outcome }: Entry): boolean => !outcome || clock.now().getTime() < outcome.untilMs;

  return {
    async find(request) {
      const fingerprint = fingerprintOf(request);
      const known = entries.get(request.endpointId);
      const shared = known?.fingerprint === fingerprint && isGood(known) ? known : undefined;
      const isCached = shared?.outcome !== undefined;
      const entry = shared ?? begin(request, fingerprint);
      entries.set(request.endpointId, entry);
      return { fetched: await waitFor(entry.fetching, request), isCached };
    },
    invalidate: (endpointId, stale) => {
      if (entries.get(endpointId)?.outcome?.fetched === stale) entries.delete(endpointId);
    },
    close: () => closing.abort(new Error('the service stops')),
  };
}
