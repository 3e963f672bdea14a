import type { PortalSession, ReceiverSession } from '@titular/contract';
import { deleteValidated } from './send.ts';
import { createStore } from './store.ts';

/** Where the person stands: not asked yet, signed out, signed in, or locked out until they authenticate again. */
export type SessionState =
  | { kind: 'unknown' }
  | { kind: 'none'; hasEnded: boolean }
  | { kind: 'open'; session: PortalSession }
  | { kind: 'locked'; session: PortalSession };

/** The session of this page; no secret of it is here, since the cookie is not for scripts. */
export const sessionStore = createStore<SessionState>({ kind: 'unknown' });

const cleaners = new Set<() => void>();

/** Registers what deletes data from memory when the page locks or the session ends. */
export const onClear = (clean: () => void): void => void cleaners.add(clean);

function clearData(): void {
  deleteValidated();
  for (const clean of cleaners) clean();
}

const present = (): PortalSession | undefined => {
  const state = sessionStore.read();
  return state.kind === 'open' || state.kind === 'locked' ? state.session : undefined;
};

/** Token of the session, sent with every call that changes something. */
export const csrfToken = (): string | undefined => present()?.csrf;

/** Who is signed in on this page, as far as it knows. */
export const presentUser = (): string | undefined => present()?.userId;

/** Opens the page for a session, or locks it where the server has. Another person may have signed in in another tab: then nothing of the one before stays. */
export function openSession(session: PortalSession): void {
  const before = presentUser();
  if (session.isLocked || (before !== undefined && before !== session.userId)) clearData();
  sessionStore.write({ kind: session.isLocked ? 'locked' : 'open', session });
}

/** Locks the page: what it shows and holds of others is deleted, and the person stays. */
export function lockPage(): void {
  const session = present();
  if (!session || sessionStore.read().kind === 'locked') return;
  clearData();
  sessionStore.write({ kind: 'locked', session });
}

/** Ends the session in this page. */
export function endPage(): void {
  const hasEnded = present() !== undefined;
  clearData();
  sessionStore.write({ kind: 'none', hasEnded });
}

/** Where the page of a receiver stands: not asked yet, without a session, or with one. */
export type ReceiverState =
  | { kind: 'unknown' }
  | { kind: 'none'; hasEnded: boolean }
  | { kind: 'open'; session: ReceiverSession };

/** The receiver session of this page; no secret of it is here, since the cookie is not for scripts. */
export const receiverStore = createStore<ReceiverState>({ kind: 'unknown' });

const presentReceiver = (): ReceiverSession | undefined => {
  const state = receiverStore.read();
  return state.kind === 'open' ? state.session : undefined;
};

/** Token of the receiver session, sent with every call that changes something. */
export const receiverToken = (): string | undefined => presentReceiver()?.csrf;

/** Opens the page for a session. Another tab may have opened another link: then nothing of the endpoint before stays. */
export function openReceiver(session: ReceiverSession): void {
  const before = presentReceiver();
  if (before && before.csrf !== session.csrf) clearData();
  receiverStore.write({ kind: 'open', session });
}

/** Ends the session in this page. */
export function endReceiverPage(): void {
  const hasEnded = presentReceiver() !== undefined;
  clearData();
  receiverStore.write({ kind: 'none', hasEnded });
}
