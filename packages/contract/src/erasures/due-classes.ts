/** Classes of data that go by themselves, and of which an index tells how many on which day. */
export const DUE_CLASSES = ['pictures', 'transactions', 'processes', 'faces'] as const;
/** One of them; the key of its row of retention. */
export type DueClass = (typeof DUE_CLASSES)[number];

/** No count of due data goes further; one more says that there are more. */
export const MAX_DUE_COUNT = 1_000;
