import type { TimelineEntry } from '@titular/contract';

/** An entry of a timeline, with how many more like it followed at once, and when the last of them was. */
export type FoldedEntry = { entry: TimelineEntry; more: number; until: string };

const isSame = (one: TimelineEntry, other: TimelineEntry): boolean =>
  one.source === 'call' &&
  other.source === 'call' &&
  one.code === other.code &&
  one.actor === other.actor &&
  one.details?.['status'] === other.details?.['status'] &&
  one.details?.['code'] === other.details?.['code'];

/** Folds calls of the API that follow each other and were answered alike, as those of a system that keeps asking are. */
export function foldCalls(entries: readonly TimelineEntry[]): FoldedEntry[] {
  const folded: FoldedEntry[] = [];
  for (const entry of entries) {
    const last = folded.at(-1);
    if (last && isSame(last.entry, entry)) {
      last.more += 1;
      last.until = entry.at;
    } else folded.push({ entry, more: 0, until: entry.at });
  }
  return folded;
}
