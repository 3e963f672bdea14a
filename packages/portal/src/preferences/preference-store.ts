import { createStore } from '../service/store.ts';
import { type Preferences, parsePreferences } from './preferences.ts';

const KEY = 'titular-portal';

/** The one thing that the page keeps in the browser's storage, which may be switched off. */
const readKept = (): string | null => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};

/** Choices of this browser. */
export const preferences = createStore<Preferences>(parsePreferences(readKept()));

/** Shows the choices that are looks, on the document. */
export function applyPreferences(): void {
  const { theme, density } = preferences.read();
  document.documentElement.dataset['theme'] = theme;
  document.documentElement.dataset['density'] = density;
}

/** Writes the choices to the browser's storage, as after a sign-out that cleared it. */
export function keepPreferences(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences.read()));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** Changes some of the choices. */
export function changePreferences(change: Partial<Preferences>): void {
  preferences.write({ ...preferences.read(), ...change });
  applyPreferences();
  keepPreferences();
}

/** Follows the choices that are made in another tab; a sign-out there, which clears the storage, changes none. */
export function followTabs(onChange: (chosen: Preferences) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== KEY || newValue === null) return;
    preferences.write(parsePreferences(newValue));
    applyPreferences();
    onChange(preferences.read());
  });
}
