import { useState } from 'react';

/** A key for what is asked: sent again unchanged, as after a lost answer, it is one request; other words are another. */
export function useRequestKey(asked: object): string {
  const words = JSON.stringify(asked);
  const [kept, keep] = useState(() => ({ words, key: crypto.randomUUID() }));
  if (kept.words === words) return kept.key;
  const next = { words, key: crypto.randomUUID() };
  keep(next);
  return next.key;
}
