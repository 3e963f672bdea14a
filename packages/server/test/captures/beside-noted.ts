import { NOTED_BY_ENVIRONMENT } from '@titular/server/decision/attack-signals.ts';

/** The reasons that decide: without the signs that the test environment only notes, which a chance resemblance of two frames may add. */
export const besideNoted = (reasons: readonly string[]): string[] =>
  reasons.filter((reason) => !(NOTED_BY_ENVIRONMENT.test as readonly string[]).includes(reason));
