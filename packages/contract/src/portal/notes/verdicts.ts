/** What a person of the staff can hold of a final transaction. It changes neither status nor decision. */
export const VERDICTS = ['genuine', 'fraud', 'unclear'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Most characters of a note. */
export const MAX_NOTE_LENGTH = 2_000;
/** Most notes and verdicts of a transaction, withdrawn ones included. */
export const MAX_CASE_NOTES = 100;
