import { EngineUnavailableError } from '../engine/face-engine.ts';
import type { DetectedFace } from './parse-engine-answer.ts';
import type { SentPicture, WatchedAddress } from './watched-address.ts';

/** Share of the time that the first of several addresses has; what is left is enough for one more. */
const FIRST_SHARE = 0.4;

/** The address with the fewest pictures under way of those that can be used; one of which it is not known whether it still answers comes last. */
export function pickAddress(
  addresses: readonly WatchedAddress[],
  but?: WatchedAddress,
): WatchedAddress | undefined {
  const usable = addresses.filter((one) => one !== but && one.problem === undefined);
  return usable.toSorted(
    (one, other) => Number(one.isDoubted) - Number(other.isDoubted) || one.underWay - other.underWay,
  )[0];
}

/** Has the faces of a picture found at one address, and, where that fails, once more at another within the same time. */
export async function askOneOf(
  addresses: readonly WatchedAddress[],
  picture: SentPicture,
  closing: AbortSignal,
): Promise<DetectedFace[]> {
  const first = pickAddress(addresses);
  if (!first) throw new EngineUnavailableError(addresses[0]?.problem ?? 'the face engine cannot be used');
  const { timeoutMs } = first;
  if (!pickAddress(addresses, first)) return first.ask(picture, timeoutMs);
  const askedMs = performance.now();
  try {
    return await first.ask(picture, Math.ceil(timeoutMs * FIRST_SHARE));
  } catch (error) {
    const other = pickAddress(addresses, first);
    if (closing.aborted || !other) throw error;
    return other.ask(picture, Math.max(1, Math.ceil(askedMs + timeoutMs - performance.now())));
  }
}
