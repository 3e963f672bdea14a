/** Why the store did not do what it was asked: it cannot be reached, took too long, is full, refuses the key, or answers something else. */
export const STORE_FAULTS = ['away', 'late', 'full', 'denied', 'broken'] as const;

/** One of those reasons. */
export type StoreFault = (typeof STORE_FAULTS)[number];

/** The store did not do what it was asked; the message names neither object nor key. */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
  readonly fault: StoreFault;

  constructor(fault: StoreFault, message: string) {
    super(message);
    this.fault = fault;
  }
}
