import { useEffect, useRef } from 'react';
import { preferences } from '../preferences/preference-store.ts';
import { createStore } from '../service/store.ts';
import { createKeyMatcher } from './match-keys.ts';

/** One shortcut as it is registered: `keys` such as `/` or `g t`, its words, and where it holds. */
export type Shortcut = { keys: string; words: string; scope: 'everywhere' | 'page'; run(): void };

/** Shortcuts that apply now; the latest registration of the same keys wins. */
export const shortcuts = createStore<readonly Shortcut[]>([]);

/** Registers a shortcut while the component is mounted; `run` may change at each render. */
export function useShortcut(
  keys: string,
  words: string,
  run: () => void,
  scope: Shortcut['scope'] = 'page',
): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const shortcut: Shortcut = { keys, words, scope, run: () => latest.current() };
    shortcuts.write([...shortcuts.read(), shortcut]);
    return () => shortcuts.write(shortcuts.read().filter((other) => other !== shortcut));
  }, [keys, words, scope]);
}

const FIELDS = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="dialog"]';

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(FIELDS) !== null;

/** Listens for single keys and chords; they can be switched off (WCAG 2.2, 2.1.4), and never fire in a field or dialog. Returns what ends it. */
export function listenForShortcuts(): () => void {
  const match = createKeyMatcher();
  const listen = (event: KeyboardEvent): void => {
    if (!preferences.read().hasShortcuts || event.defaultPrevented || event.repeat) return;
    const enabled = shortcuts.read();
    const found = match(
      {
        key: event.key,
        hasModifier: event.ctrlKey || event.metaKey || event.altKey,
        isTyping: isTyping(event),
        atMs: event.timeStamp,
      },
      enabled.map(({ keys }) => keys),
    );
    if (found.kind !== 'run') return;
    event.preventDefault();
    enabled.findLast(({ keys }) => keys === found.keys)?.run();
  };
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}
