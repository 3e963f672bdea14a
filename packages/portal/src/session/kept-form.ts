import { useEffect, useRef, useState } from 'react';
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

/** Name under which the key of a form's request is kept beside it. */
export const keyOfForm = (name: string): string => `key of ${name}`;

/** Whether the page is locked, and not left or closed by the person. */
const isLocked = (): boolean => sessionStore.read().kind === 'locked';

type DialogForm<T> = [value: T, change: (next: T) => void, done: () => void];
type DialogOptions<T> = {
  /** What may be kept of it; undefined where nothing may, as of a secret that was pasted into a wrong field. */
  keep?: (value: T) => T | undefined;
  /** It is kept though nobody changed it, and opens no dialog by itself. */
  isUntouchedToo?: boolean;
};

/**
 * State of a form in a dialog, which outlives the lock alone: whoever closes the dialog or leaves the page gives it up. `name` is unique to
 * the form and what it is about. `done` gives it up while the dialog stays, once it was sent. Passwords, codes and secrets never go in here.
 */
export function useDialogForm<T>(name: string, initial: T, options: DialogOptions<T> = {}): DialogForm<T> {
  const { keep = (one: T) => one, isUntouchedToo = false } = options;
  const [value, setValue] = useState<T>(() => (kept.has(name) ? (kept.get(name) as T) : initial));
  const present = useRef({ value, keep, isTouched: isUntouchedToo || kept.has(name) });
  Object.assign(present.current, { value, keep });
  useEffect(
    () => () => {
      const { isTouched, value: last, keep: part } = present.current;
      const unsent = isTouched && isLocked() ? part(last) : undefined;
      if (unsent === undefined) kept.delete(name);
      else kept.set(name, unsent);
    },
    [name],
  );
  const change = (next: T): void => {
    present.current.isTouched = true;
    setValue(next);
  };
  const done = (): void => {
    present.current.isTouched = false;
    // The page may have locked while it was sent. With a key, it is answered the same again, with the secret that nobody saw.
    if (!kept.has(keyOfForm(name))) kept.delete(name);
  };
  return [value, change, done];
}

/** Opens the dialog of a form that was unsent when the page locked, once what it is about has been read; `found` is that, where there is one. */
export function useReopened<About>(found: About | undefined, open: (about: About) => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || found === undefined) return;
    isDone.current = true;
    open(found);
  });
}
