import { MAX_RETRY_AFTER_SECONDS, waitMs } from '../http/back-off.ts';
import { copyError, type TitularTokenError } from '../http/errors.ts';
import type { Transport } from '../http/send-request.ts';

/** The wait that the token endpoint asked for last. It holds for all calls of a client: whoever asked may be gone by its end. */
export type TokenWait = {
  /** Notes a refusal that names a Retry-After. */
  note(error: TitularTokenError): void;
  /** Ends the wait, because a token came. */
  clear(): void;
  isOn(): boolean;
  /** Waits until the client may ask again. Who has no time for it gets the refusal, with what is left. */
  pass(signal: AbortSignal | undefined, endsAtMs: number): Promise<void>;
};

/** Makes the wait of one client. */
export function createTokenWait({
  clock,
  random,
  maxRetries,
}: Pick<Transport, 'clock' | 'random' | 'maxRetries'>): TokenWait {
  let noted: { error: TitularTokenError; seconds: number; atMs: number } | undefined;

  /** Who names hours is asked again after the longest wait. */
  function secondsLeft(): number {
    if (!noted) return 0;
    const passed = (clock.elapsed() - noted.atMs) / 1000;
    return passed < MAX_RETRY_AFTER_SECONDS ? Math.max(noted.seconds - passed, 0) : 0;
  }

  return {
    note(error) {
      const seconds = error.retryAfterSeconds;
      if (error.retryable && seconds !== undefined) noted = { error, seconds, atMs: clock.elapsed() };
    },
    clear() {
      noted = undefined;
    },
    isOn: () => secondsLeft() > 0,
    async pass(signal, endsAtMs) {
      const left = secondsLeft();
      if (!noted || left === 0) return;
      const pauseMs = waitMs(1, left, random());
      const isTooLong = noted.seconds > MAX_RETRY_AFTER_SECONDS;
      if (maxRetries === 0 || isTooLong || clock.elapsed() + pauseMs > endsAtMs)
        throw copyError(noted.error, { retryAfterSeconds: Math.ceil(left) });
      await clock.sleep(pauseMs, signal);
    },
  };
}
