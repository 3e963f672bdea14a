import { useState } from 'react';
import { sessionStore } from '../service/session.ts';

/** What was typed and not sent yet, by form; in memory alone, and of one person. */
const kept = new Map<string, unknown>();

const personHere = (): string | undefined => {
  const state = sessionStore.read();
  return state.kind === 'open' || state.kind === 'locked' ? state.session.userId : undefined;
};
let owner = personHere();

sessionStore.subscribe(() => {
  const person = personHere();
  if (person !== owner) kept.clear();
  owner = person;
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
