import type { ChallengePose } from '@titular/contract';
import { clipIndexAt } from './recording.ts';

/** Clips by the pose for which each is shown, in the order in which they are used. */
export type Clips<Frame extends Uint8Array> = ReadonlyMap<ChallengePose, readonly (readonly Frame[])[]>;

/** From an instruction to the clip that follows it: people read first, and what moves sooner is taken for a recording. */
const REACTION_MS = 600;

/** Chooses the picture of a recording that answers: the next clip of a pose begins a moment after the pose is asked for, until then the one before goes on. */
export function answerWith<Frame extends Uint8Array>(
  clips: Clips<Frame>,
  framesPerSecond: number,
): (pose: ChallengePose, elapsedMs: number) => Frame | undefined {
  const used = new Map<ChallengePose, number>();
  const nextOf = (pose: ChallengePose): readonly Frame[] => {
    const own = clips.get(pose) ?? clips.get('front') ?? [];
    const count = used.get(pose) ?? 0;
    used.set(pose, count + 1);
    return own[count % own.length] ?? [];
  };
  let shown = { pose: 'front' as ChallengePose, sinceMs: 0, clip: nextOf('front') };
  let asked = { pose: shown.pose, sinceMs: 0 };
  return (pose, elapsedMs) => {
    if (pose !== asked.pose) asked = { pose, sinceMs: elapsedMs };
    if (shown.pose !== asked.pose && elapsedMs - asked.sinceMs >= REACTION_MS)
      shown = { pose: asked.pose, sinceMs: asked.sinceMs + REACTION_MS, clip: nextOf(asked.pose) };
    const { clip, sinceMs } = shown;
    return clip[clipIndexAt(elapsedMs - sinceMs, framesPerSecond, clip.length)];
  };
}
