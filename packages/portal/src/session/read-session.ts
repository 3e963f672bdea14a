import { call } from '../service/call.ts';
import { Refused } from '../service/failures.ts';
import { awayDelayMs } from '../service/retry.ts';
import { endPage, openSession } from '../service/session.ts';

/** Asks who is signed in; while the server is away it asks again. */
export async function readSession(tries = 1): Promise<void> {
  try {
    openSession(await call('readPortalSession'));
  } catch (failure) {
    // Nobody is signed out by a fault of the service: that is asked again.
    if (failure instanceof Refused && failure.status < 500) return endPage();
    await new Promise((resolve) => window.setTimeout(resolve, awayDelayMs(tries)));
    return readSession(tries + 1);
  }
}

let early: Promise<void> | undefined;

/** Asks who is signed in while the first words are on their way, as a page on a phone waits for either (P56). */
export function readSessionEarly(): void {
  early ??= readSession();
}

/** Takes the question that was asked early, once; else asks. */
export function takeSession(): Promise<void> {
  const asked = early ?? readSession();
  early = undefined;
  return asked;
}
