import { call } from '../service/call.ts';
import { askForSession } from '../service/retry.ts';
import { endPage, openSession } from '../service/session.ts';

/** Asks who is signed in, until it is known. */
export async function readSession(): Promise<void> {
  const session = await askForSession(() => call('readPortalSession'));
  if (session) openSession(session);
  else endPage();
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
