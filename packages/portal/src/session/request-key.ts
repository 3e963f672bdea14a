import { useState } from 'react';
import { hasKept, keyOfForm, useDialogForm } from './kept-form.ts';

/**
 * A key for what is asked: sent again unchanged, as after a lost answer, it is one request; other words are another. `form` names the form
 * whose words they are, with which it outlives the lock.
 */
export function useRequestKey(asked: object, form: string): string {
  const words = JSON.stringify(asked);
  const [initial] = useState(() => ({ words, key: crypto.randomUUID() }));
  // Called after that of its form, which by then is kept or not: what was sent already is not asked for again.
  const [kept, keep] = useDialogForm(keyOfForm(form), initial, {
    isUntouchedToo: true,
    keep: (last) => (hasKept(form) ? last : undefined),
  });
  if (kept.words === words) return kept.key;
  const next = { words, key: crypto.randomUUID() };
  keep(next);
  return next.key;
}
