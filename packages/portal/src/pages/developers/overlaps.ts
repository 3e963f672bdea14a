/** How long an old secret goes on beside a new one, in seconds, with the words for it. */
export const OVERLAPS = [
  { value: '0', words: 'overlapNone' },
  { value: '3600', words: 'overlapHour' },
  { value: '86400', words: 'overlapDay' },
  { value: '604800', words: 'overlapWeek' },
] as const;
export type Overlap = (typeof OVERLAPS)[number]['value'];
