import { useSyncExternalStore } from 'react';

/** A value outside of the components, which they follow. */
export type Store<T> = {
  read(): T;
  write(value: T): void;
  /** Returns what ends the subscription. */
  subscribe(listener: () => void): () => void;
};

/** Makes a store; writing the same value tells nobody. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    read: () => value,
    write: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Follows a store in a component. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.read);
