import { EngineBusyError, EngineUnavailableError } from '../engine/face-engine.ts';
import { EngineFaultError } from './ask-face-engine.ts';
import type { DetectedFace } from './parse-engine-answer.ts';
import type { SentPicture, WatchedAddress } from './watched-address.ts';

/** The least share of the time that the first of several addresses has. */
const FIRST_SHARE = 0.4;
/** How many times as long as its answers usually take an address is waited for, before another is asked. */
const PATIENCE = 4;

/** What choosing needs: how many pictures one address has at once, and chance in [0, 1), by which processes with the same addresses differ. */
export type Choice = { atOnce: number; random: () => number };

/** Of the addresses that can be used one with the fewest pictures under way; those of which it is not known whether they still answer come last. */
export function pickAddress(
  addresses: readonly WatchedAddress[],
  { random }: Pick<Choice, 'random'>,
): WatchedAddress | undefined {
  const usable = addresses.filter(({ problem }) => problem === undefined);
  const sure = usable.filter(({ isDoubted }) => !isDoubted);
  const candidates = sure.length > 0 ? sure : usable;
  const fewest = Math.min(...candidates.map(({ underWay }) => underWay));
  const equal = candidates.filter(({ underWay }) => underWay === fewest);
  return equal[Math.floor(random() * equal.length)];
}

/** Whether a failure may be of the address alone: another may have room, or be there. What a picture broke, it would break elsewhere too. */
const isOfAddress = (error: unknown): boolean => !(error instanceof EngineFaultError);

/** Milliseconds that the first address has: all, unless its answers are so quick that enough is left for another. */
const firstLimitMs = ({ timeoutMs, usualMs }: WatchedAddress): number =>
  Math.min(timeoutMs, Math.max(timeoutMs * FIRST_SHARE, PATIENCE * (usualMs ?? timeoutMs)));

/** Has the faces of a picture found at one address and, where that fails, once at another that has room, within the same time. */
export async function askOneOf(
  addresses: readonly WatchedAddress[],
  picture: SentPicture,
  choice: Choice,
  closing: AbortSignal,
): Promise<DetectedFace[]> {
  const first = pickAddress(addresses, choice);
  if (!first) throw new EngineUnavailableError(addresses[0]?.problem ?? 'the face engine cannot be used');
  const { timeoutMs } = first;
  const findOther = (): WatchedAddress | undefined =>
    pickAddress(
      addresses.filter((one) => one !== first && one.underWay < choice.atOnce && !one.isDoubted),
      choice,
    );
  const askedMs = performance.now();
  try {
    return await first.ask(picture, Math.ceil(findOther() ? firstLimitMs(first) : timeoutMs));
  } catch (error) {
    const leftMs = Math.floor(askedMs + timeoutMs - performance.now());
    const other = findOther();
    if (closing.aborted || !isOfAddress(error) || !other || leftMs < (other.usualMs ?? 1)) throw error;
    // Busy is busy, whatever else went wrong before: the page then waits and sends the next picture.
    return other.ask(picture, leftMs).catch((again: unknown) => {
      throw error instanceof EngineBusyError ? error : again;
    });
  }
}
