export { type Access, findSession, listAccesses, touchReceiver } from './access-store.ts';
export { endReceivers } from './end-accesses.ts';
export { makeReceiverLink, receiverLink } from './make-link.ts';
export { openReceiverLink, RECEIVER_SECONDS, receiverActorOf } from './open-link.ts';
