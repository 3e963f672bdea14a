import { NOTED_BY_ENVIRONMENT } from '@titular/server/decision/attack-signals.ts';

/** Signs that a chance resemblance of two takes of one person may add, and that alone keep nobody from being approved. */
const BY_CHANCE: readonly string[] = [...NOTED_BY_ENVIRONMENT.test, 'frames_like_before'];

/** The reasons that decide: without the signs that a chance resemblance may add. */
export const besideNoted = (reasons: readonly string[]): string[] =>
  reasons.filter((reason) => !BY_CHANCE.includes(reason));
