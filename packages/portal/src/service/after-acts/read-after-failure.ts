import { call } from '../call.ts';
import type { PortalOperationName } from '../endpoint.ts';
import { Refused, Unreachable } from '../failures.ts';
import { queryClient } from '../queries.ts';
import { askForSession } from '../retry.ts';
import { deleteValidated } from '../send.ts';
import { openSession } from '../session.ts';
import { type AgainRead, READS_OF_ACTS } from './reads-of-acts.ts';

/** Refusals that tell of somebody else's act: what it is about is gone, or stands in another way. */
const TELLS_OF_OTHERS: readonly number[] = [404, 409];

/** Whether what the page shows may be old after an act that ended so: it may have been done, or somebody else was first. */
export const mayBeOld = (failure: unknown): boolean =>
  failure instanceof Unreachable ||
  (failure instanceof Refused && (failure.status >= 500 || TELLS_OF_OTHERS.includes(failure.status)));

/** What is read again after a call that failed; nothing where it was no act. */
export const readsAfter = (name: PortalOperationName, failure: unknown): readonly AgainRead[] =>
  mayBeOld(failure) && Object.hasOwn(READS_OF_ACTS, name)
    ? READS_OF_ACTS[name as keyof typeof READS_OF_ACTS]
    : [];

function readAgain(read: AgainRead): void {
  if (read === 'session') {
    void askForSession(() => call('readPortalSession')).then((session) => session && openSession(session));
    return;
  }
  if (read === 'case') deleteValidated();
  void queryClient.invalidateQueries({ queryKey: [read] });
}

/** Reads again what an act whose answer was lost may have changed (P57). */
export function readAfter(name: PortalOperationName, failure: unknown): void {
  for (const read of readsAfter(name, failure)) readAgain(read);
}
