import { useState } from 'react';
import { sessionStore } from '../service/session.ts';

/** What was typed and not sent yet, by form; in memory alone, and of one person. */
const kept = new Map<string, unknown>();
let owner: string | undefined;

sessionStore.subscribe(() => {
  const state = sessionStore.read();
  if (state.kind === 'none') kept.clear();
  if (state.kind !== 'open' && state.kind !== 'locked') return;
  if (owner !== state.session.userId) kept.clear();
  owner = state.session.userId;
});

/**
 * State of a form that outlives the lock: `name` is unique to the form and what it is about. `done` deletes it, once sent or given up.
 * Passwords and codes never go in here.
 */
export function useKeptForm<T>(name: string, initial: T): [T, (next: T) => void, () => void] {
  const [value, setValue] = useState<T>(() => (kept.has(name) ? (kept.get(name) as T) : initial));
  const change = (next: T): void => {
    kept.set(name, next);
    setValue(next);
  };
  const done = (): void => {
    kept.delete(name);
    setValue(initial);
  };
  return [value, change, done];
}

/** Whether a form has something unsent, so that its dialog opens again after the lock. */
export const hasKept = (name: string): boolean => kept.has(name);
