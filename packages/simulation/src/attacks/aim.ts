import { type FaceLayout, pitchReading, yawReading } from './face-layout.ts';
import { AT_REST, type Held, type Instrument } from './instrument.ts';
import type { Sheet } from './sheet.ts';

/** Halvings of a bisection: finer than a thousandth of any limit. */
const HALVINGS = 12;

/** The points of a face as a page sees them while an instrument is held so. */
export function layoutSeen({ layout }: Sheet, { place }: Held): FaceLayout {
  return {
    rightEye: place(layout.rightEye),
    leftEye: place(layout.leftEye),
    noseTip: place(layout.noseTip),
    mouthRight: place(layout.mouthRight),
    mouthLeft: place(layout.mouthLeft),
    upperLip: place(layout.upperLip),
    lowerLip: place(layout.lowerLip),
    chin: place(layout.chin),
  };
}

/** The movement between nothing and a limit that comes nearest to a reading, where readings change evenly from one to the other. */
function bisect(read: (amount: number) => number, target: number, limit: number): number {
  const rest = read(0);
  const end = read(limit);
  if ((end - rest) * (target - rest) <= 0) return 0;
  if (Math.abs(target - rest) >= Math.abs(end - rest)) return limit;
  let [low, high] = [0, 1];
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2;
    if (Math.abs(read(middle * limit) - rest) < Math.abs(target - rest)) low = middle;
    else high = middle;
  }
  return low * limit;
}

/** Tries both ways, as an attacker does who sees what the page answers, and keeps what comes nearer. */
function bestOfBoth(read: (amount: number) => number, target: number, limit: number): number {
  const ways = [bisect(read, target, limit), bisect(read, target, -limit)];
  const [one = 0, other = 0] = ways;
  return Math.abs(read(one) - target) <= Math.abs(read(other) - target) ? one : other;
}

/** The turn at which the nose tip reads as asked, as near as the instrument comes. */
export const aimTurn = (sheet: Sheet, instrument: Instrument, yaw: number): number =>
  bestOfBoth(
    (turn) => yawReading(layoutSeen(sheet, instrument.hold({ ...AT_REST, turn }))),
    yaw,
    instrument.limits.turn,
  );

/** The nod at which the nose tip stands as asked between mouth and eyes, against where it stands in the photograph. */
export function aimNod(sheet: Sheet, instrument: Instrument, pitchChange: number): number {
  const read = (nod: number): number => pitchReading(layoutSeen(sheet, instrument.hold({ ...AT_REST, nod })));
  return bestOfBoth(read, read(0) + pitchChange, instrument.limits.nod);
}
