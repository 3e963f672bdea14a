import { setTimeout as pause } from 'node:timers/promises';

/** Seldom enough for the rate of a new tenant: a look is three calls. */
const LOOK_EVERY_MS = 400;

/** Looks until something that is due must have been seen. */
const MAX_POLLS = 50;

/** Looks until something is there, at most so often; false when it is not there then. Throws once it is to stop. */
export async function waitUntil(
  { stopping }: { stopping: AbortSignal },
  isThere: () => Promise<boolean> | boolean,
  polls: number = MAX_POLLS,
): Promise<boolean> {
  for (let poll = 0; poll < polls; poll += 1) {
    await pause(LOOK_EVERY_MS);
    stopping.throwIfAborted();
    if (await isThere()) return true;
  }
  return false;
}
