import { untilAborted } from '../http/clock.ts';
import type { TitularTokenError } from '../http/errors.ts';
import type { Transport } from '../http/send-request.ts';
import { createTokenWait } from './token-wait.ts';

/** An access token as it was issued, with its life in seconds. */
type IssuedToken = { value: string; expiresInSeconds: number };

type Asked = {
  signal?: AbortSignal;
  /** When the last of those who wait stops waiting; without it nobody does, and nothing is tried again. */
  endsAtMs?: () => number;
  /** Retries of the call that asks which went before. */
  retriesBefore?: number;
  onRefusal(error: TitularTokenError): void;
};

/** Gets a token, with retries where somebody waits for it, and tells each refusal. */
export type FetchToken = (asked: Asked) => Promise<IssuedToken>;

/** The one token that all calls of a client share. */
export type AccessTokens = {
  /** The present token, or a new one; callers that ask at once wait for the same request, each until its own end. */
  get(signal: AbortSignal | undefined, endsAtMs: number, maxRetries?: number): Promise<string>;
  /** Deletes a token that was refused, unless another has taken its place since. */
  drop(value: string): void;
};

type Kept = { value: string; refreshAtMs: number; endsAtMs: number };
type Pending = { promise: Promise<string>; waiting: number; endsAtMs: number; cancel: AbortController };

/** A token is replaced within this last part of its life, at a time by chance, so that many clients do not ask together. */
const EARLY_PART = 0.1;
/** It is not used for so long before its end, so that it does not end on the way. */
const MARGIN_MS = 5_000;
/** Pause after an early replacement that failed, while the token at hand is still good. */
const EARLY_PAUSE_MS = 10_000;

function keep({ value, expiresInSeconds }: IssuedToken, askedAtMs: number, chance: number): Kept {
  const lifeMs = expiresInSeconds * 1000;
  const early = lifeMs * EARLY_PART * (0.5 + chance / 2);
  const endsAtMs = askedAtMs + Math.max(lifeMs - MARGIN_MS, lifeMs / 2);
  return { value, refreshAtMs: Math.min(askedAtMs + lifeMs - early, endsAtMs), endsAtMs };
}

/** Keeps one access token: fetched once for many callers, replaced shortly before its end without anybody waiting. */
export function createAccessTokens(
  fetchToken: FetchToken,
  transport: Pick<Transport, 'clock' | 'random' | 'maxRetries' | 'hooks'>,
): AccessTokens {
  const { clock, random } = transport;
  const wait = createTokenWait(transport);
  let kept: Kept | undefined;
  let pending: Pending | undefined;
  let early: Promise<void> | undefined;
  let nextEarlyAtMs = 0;

  async function take(asked: Omit<Asked, 'onRefusal'> = {}): Promise<string> {
    const askedAtMs = clock.elapsed();
    kept = keep(await fetchToken({ ...asked, onRefusal: wait.note }), askedAtMs, random());
    wait.clear();
    return kept.value;
  }

  function replaceEarly(): void {
    nextEarlyAtMs = clock.elapsed() + EARLY_PAUSE_MS;
    early = take()
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        early = undefined;
      });
  }

  function start(retriesBefore: number): Pending {
    const cancel = new AbortController();
    const asked = { signal: cancel.signal, endsAtMs: () => started.endsAtMs, retriesBefore };
    const promise = take(asked).finally(() => {
      if (pending === started) pending = undefined;
    });
    promise.catch(() => undefined);
    const started: Pending = { promise, waiting: 0, endsAtMs: 0, cancel };
    return started;
  }

  async function join(signal: AbortSignal | undefined, endsAtMs: number, retries: number): Promise<string> {
    pending ??= start(retries);
    const joined = pending;
    joined.waiting += 1;
    joined.endsAtMs = Math.max(joined.endsAtMs, endsAtMs);
    try {
      return await untilAborted(joined.promise, signal);
    } finally {
      joined.waiting -= 1;
      if (joined.waiting === 0) {
        if (pending === joined) pending = undefined;
        joined.cancel.abort();
      }
    }
  }

  /** A token; undefined where the service asks to wait, which each call does by itself. */
  async function joinUnlessRefused(signal: AbortSignal | undefined, endsAtMs: number, retries: number) {
    try {
      return await join(signal, endsAtMs, retries);
    } catch (error) {
      if (signal?.aborted || !wait.isOn()) throw error;
      return undefined;
    }
  }

  const usable = (): Kept | undefined => (kept && clock.elapsed() < kept.endsAtMs ? kept : undefined);

  return {
    async get(signal, endsAtMs, maxRetries = transport.maxRetries) {
      signal?.throwIfAborted();
      if (early && !usable()) await untilAborted(early, signal);
      for (let retry = 1; !usable(); ) {
        if (wait.isOn()) await wait.pass({ signal, endsAtMs, retry: retry++, maxRetries });
        else {
          const token = await joinUnlessRefused(signal, endsAtMs, retry - 1);
          if (token !== undefined) return token;
        }
      }
      const present = kept as Kept;
      const now = clock.elapsed();
      if (now >= present.refreshAtMs && now >= nextEarlyAtMs && !early && !wait.isOn()) replaceEarly();
      return present.value;
    },
    drop(value) {
      if (kept?.value === value) kept = undefined;
    },
  };
}
