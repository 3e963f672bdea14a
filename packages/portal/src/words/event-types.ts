import type { EventType } from '@titular/contract';

const ALL: Readonly<Record<EventType, true>> = {
  ...{ 'transaction.finished': true, 'transaction.changed': true, 'process.finished': true },
  ...{ 'process.failed': true, 'link.requested': true, 'erasure.requested': true },
  ...{ 'endpoint.disabled': true, 'endpoint.test': true },
};
/** Every type of event, in the order of the contract; one that is missing does not compile. */
export const eventTypes = Object.keys(ALL) as readonly EventType[];

/** Reads a type of event; anything else counts as absent. */
export const parseEventType = (word: string | undefined): EventType | undefined =>
  eventTypes.find((type) => type === word);
