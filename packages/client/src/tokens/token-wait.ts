import { JITTER, MAX_RETRY_AFTER_SECONDS } from '../http/back-off.ts';
import { copyError, type TitularTokenError } from '../http/errors.ts';
import { tellHook } from '../http/hooks.ts';
import type { Transport } from '../http/send-request.ts';

/** The request for a token, as hooks are told of it. */
export const TOKEN_REQUEST = { operation: 'issueToken', method: 'POST', path: '/oauth2/token' } as const;

/** One wait of a call: its number from 1, and how many the call may have. */
type Passing = { signal: AbortSignal | undefined; endsAtMs: number; retry: number; maxRetries: number };

/** The wait that the token endpoint asked for last. It holds for all calls of a client: whoever asked may be gone by its end. */
export type TokenWait = {
  /** Notes a refusal that names a Retry-After. */
  note(error: TitularTokenError): void;
  /** Ends the wait, because a token came. */
  clear(): void;
  isOn(): boolean;
  /** Waits until the client may ask again. Who has no time for it gets the refusal, with what is left. */
  pass(passing: Passing): Promise<void>;
};

/** Makes the wait of one client. */
export function createTokenWait({
  clock,
  random,
  hooks,
}: Pick<Transport, 'clock' | 'random' | 'hooks'>): TokenWait {
  let noted:
    | { error: TitularTokenError; isTooLong: boolean; saidEndMs: number; endsAtMs: number }
    | undefined;

  const isOn = (): boolean => noted !== undefined && clock.elapsed() < noted.endsAtMs;

  return {
    note(error) {
      const seconds = error.retryAfterSeconds;
      if (!error.retryable || seconds === undefined) return;
      // Whole milliseconds: a difference of fractions may be a millisecond more than was asked for.
      const atMs = Math.floor(clock.elapsed());
      const isTooLong = seconds > MAX_RETRY_AFTER_SECONDS;
      // Drawn once, so that all calls end it together, and clients that were refused together do not.
      const drawnMs = seconds * 1000 * (1 + JITTER * random());
      // Who names hours is asked again after the longest wait.
      const lastsMs = isTooLong ? MAX_RETRY_AFTER_SECONDS * 1000 : drawnMs;
      noted = { error, isTooLong, saidEndMs: atMs + drawnMs, endsAtMs: atMs + lastsMs };
    },
    clear() {
      noted = undefined;
    },
    isOn,
    async pass({ signal, endsAtMs, retry, maxRetries }) {
      if (!noted || !isOn()) return;
      const now = clock.elapsed();
      const waitMs = Math.ceil(noted.endsAtMs - now);
      const { error } = noted;
      if (retry > maxRetries || noted.isTooLong || now + waitMs > endsAtMs)
        throw copyError(error, { retryAfterSeconds: Math.ceil((noted.saidEndMs - now) / 1000) });
      tellHook(hooks, 'onRetry', { ...TOKEN_REQUEST, attempt: retry, waitMs, error });
      await clock.sleep(waitMs, signal);
    },
  };
}
