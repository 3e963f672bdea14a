/** The one source of the present in the service, so that tests can move it. */
export interface Clock {
  now(): Date;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

/** The instant `seconds` after `instant`; negative goes back. */
export const addSeconds = (instant: Date, seconds: number): Date =>
  new Date(instant.getTime() + seconds * 1000);

/** How many seconds `to` lies after `from`; negative when before. */
export const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000;
