import type { ChallengePose, FrameHint } from '@titular/contract';
import { isWithinRanges, type PoseRanges, type PoseReading } from '@titular/face-engine';

type Name = keyof PoseReading;

/** For each pose its readings in the order in which a person is told of them; the first one that is not met decides the hint. */
const HINTS: Readonly<Record<ChallengePose, readonly (readonly [Name, FrameHint])[]>> = {
  front: [
    ['yaw', 'look_straight'],
    ['pitchDegrees', 'look_straight'],
    ['mouthGap', 'close_mouth'],
  ],
  left: [['yaw', 'turn_left']],
  right: [['yaw', 'turn_right']],
  up: [
    ['pitchDegrees', 'look_up'],
    ['mouthGap', 'close_mouth'],
  ],
  down: [
    ['pitchDegrees', 'look_down'],
    ['mouthGap', 'close_mouth'],
  ],
  mouth: [
    ['mouthGap', 'open_mouth'],
    ['jawDrop', 'open_mouth'],
  ],
  nearer: [
    ['yaw', 'look_straight'],
    ['size', 'move_nearer'],
  ],
  farther: [
    ['yaw', 'look_straight'],
    ['size', 'move_farther'],
  ],
};

/** The way back to the distance of the first frame. */
function backHint({ size }: PoseReading, { size: range }: PoseRanges): FrameHint | undefined {
  if (size > (range?.most ?? size)) return 'move_farther';
  return size < (range?.least ?? size) ? 'move_nearer' : undefined;
}

/** What to tell a person whose face does not show the pose that is asked for. */
export function poseHint(pose: ChallengePose, reading: PoseReading, ranges: PoseRanges): FrameHint {
  const missed = HINTS[pose].find(
    ([name]) => ranges[name] !== undefined && !isWithinRanges(reading, { [name]: ranges[name] }),
  );
  // A face of which the mesh tells nothing is seen from too far aside.
  if (missed && reading[missed[0]] === undefined) return 'look_straight';
  return missed?.[1] ?? backHint(reading, ranges) ?? 'look_straight';
}
