/** Of how many front frames one may be left out. */
const ENOUGH_TO_LEAVE_ONE_OUT = 3;

/**
 * The distance of a whole capture to an enrolled face, from those of its front frames, of which there is one at least. The farthest counts,
 * and of three or more the one behind it: a blurred frame refuses nobody, and a single picture between two faces speaks for neither.
 */
export function distanceOfCapture(distances: readonly number[]): number {
  const farthestFirst = distances.toSorted((one, other) => other - one);
  const place = farthestFirst.length < ENOUGH_TO_LEAVE_ONE_OUT ? 0 : 1;
  const distance = farthestFirst[place];
  if (distance === undefined) throw new Error('a capture without a front frame has no distance');
  return distance;
}
