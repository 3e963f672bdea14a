import type { ReceiverSession } from '@titular/contract';
import { clearData } from './session.ts';
import { createStore } from './store.ts';

/** Where the page of a receiver stands: not asked yet, without a session, or with one. */
export type ReceiverState =
  | { kind: 'unknown' }
  | { kind: 'none'; hasEnded: boolean }
  | { kind: 'open'; session: ReceiverSession };

/** The receiver session of this page; no secret of it is here, since the cookie is not for scripts. */
export const receiverStore = createStore<ReceiverState>({ kind: 'unknown' });

const present = (): ReceiverSession | undefined => {
  const state = receiverStore.read();
  return state.kind === 'open' ? state.session : undefined;
};

/** Token of the receiver session, sent with every call that changes something. */
export const receiverToken = (): string | undefined => present()?.csrf;

/** Opens the page for a session. Another tab may have opened another link: then nothing of the endpoint before stays. */
export function openReceiver(session: ReceiverSession): void {
  const before = present();
  if (before && before.csrf !== session.csrf) clearData();
  receiverStore.write({ kind: 'open', session });
}

/** Ends the session in this page. */
export function endReceiverPage(): void {
  const hasEnded = present() !== undefined;
  clearData();
  receiverStore.write({ kind: 'none', hasEnded });
}
