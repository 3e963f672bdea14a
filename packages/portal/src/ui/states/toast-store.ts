import { createStore } from '../../service/store.ts';

/** A sentence that tells that something was done. */
export type Toast = { id: number; tone: 'good' | 'danger'; words: string };

const MAX_TOASTS = 3;
let lastId = 0;

/** Sentences that are shown now, oldest first. */
export const toasts = createStore<readonly Toast[]>([]);

/** Says a sentence once, politely, and shows it until it is dismissed or has been there long enough. */
export function say(words: string, tone: Toast['tone'] = 'good'): void {
  lastId += 1;
  toasts.write([...toasts.read(), { id: lastId, tone, words }].slice(-MAX_TOASTS));
}

/** Takes a sentence away. */
export const dismissToast = (id: number): void =>
  toasts.write(toasts.read().filter((toast) => toast.id !== id));
