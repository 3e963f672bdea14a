import { Cancelled } from './failures.ts';
import { sessionStore } from './session.ts';
import { createStore } from './store.ts';

/** A dialog that asks for an authentication, and what waits for it. */
export type StepUp = { proved(): void; cancel(): void };

/** Followed by the dialog; undefined while nothing asks. */
export const stepUpStore = createStore<StepUp | undefined>(undefined);

let pending: Promise<void> | undefined;

/** Resolves once the person has authenticated; rejects with `Cancelled`. Calls that ask meanwhile share one dialog (single flight). */
export function askForProof(): Promise<void> {
  pending ??= new Promise<void>((resolve, reject) => {
    stepUpStore.write({ proved: resolve, cancel: () => reject(new Cancelled()) });
  }).finally(() => {
    pending = undefined;
    stepUpStore.write(undefined);
  });
  return pending;
}

sessionStore.subscribe(() => {
  if (sessionStore.read().kind !== 'open') stepUpStore.read()?.cancel();
});
