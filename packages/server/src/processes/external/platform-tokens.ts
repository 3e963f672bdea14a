import type { Clock } from '../../kernel/base/clock.ts';

/** An access token of the platform with its life in seconds, if the platform said one. */
export type PlatformToken = { token: string; lifeSeconds: number | undefined };

/** A token to use: whether it was there before, and how to drop it, unless there is a newer one. */
export type FoundToken = { token: string; isCached: boolean; invalidate(): void };

type Entry = { fetching: Promise<PlatformToken>; isCached: boolean; untilMs: number };

const EARLY_SECONDS = 60;
const UNKNOWN_LIFE_SECONDS = 300;
const MAX_LIFE_SECONDS = 86_400;
const FAILURE_SECONDS = 5;

const goodSeconds = ({ lifeSeconds }: PlatformToken): number =>
  lifeSeconds === undefined ? UNKNOWN_LIFE_SECONDS : Math.min(lifeSeconds, MAX_LIFE_SECONDS) - EARLY_SECONDS;

/** Keeps the one token of a process until a minute before its end (RFC 6749 section 5.1). Many who ask at once share one fetch, and one that failed is not made again for 5 s: all who ask get the same error. */
export function createPlatformTokens(
  clock: Clock,
  fetchToken: () => Promise<PlatformToken>,
): () => Promise<FoundToken> {
  let entry: Entry | undefined;

  function begin(): Entry {
    const askedMs = clock.now().getTime();
    const begun: Entry = { fetching: fetchToken(), isCached: false, untilMs: Number.POSITIVE_INFINITY };
    begun.fetching.then(
      (fetched) => {
        begun.isCached = true;
        begun.untilMs = askedMs + goodSeconds(fetched) * 1000;
      },
      () => {
        begun.untilMs = askedMs + FAILURE_SECONDS * 1000;
      },
    );
    return begun;
  }

  return async () => {
    const isGood = entry && clock.now().getTime() < entry.untilMs;
    const used = entry && isGood ? entry : begin();
    const { isCached } = used;
    entry = used;
    const invalidate = (): void => {
      if (entry === used) entry = undefined;
    };
    return { token: (await used.fetching).token, isCached, invalidate };
  };
}
