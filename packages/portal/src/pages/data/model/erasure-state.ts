import type { ErasureRow } from '@titular/contract';

/** What became of an erasure: a legal hold kept something, nothing was found, or all of it went. */
export type ErasureState = 'erased' | 'held' | 'nothing';

/** Tells the state by what the receipt counts. */
export function stateOfErasure(counts: ErasureRow['counts']): ErasureState {
  if ((counts.held ?? 0) > 0) return 'held';
  return Object.values(counts).some((count) => count > 0) ? 'erased' : 'nothing';
}
