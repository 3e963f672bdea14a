import { type FaceLayout, pitchReading, yawReading } from './face-layout.ts';
import { AT_REST, type Held, type Instrument, type Stance } from './instruments/instrument.ts';
import type { Sheet } from './instruments/sheet.ts';
import { type Pose, stancesOf } from './motion.ts';
import type { Aims } from './tune-instrument.ts';

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
function aimNod(sheet: Sheet, instrument: Instrument, pitchChange: number): number {
  const read = (nod: number): number => pitchReading(layoutSeen(sheet, instrument.hold({ ...AT_REST, nod })));
  return bestOfBoth(read, read(0) + pitchChange, instrument.limits.nod);
}

/** What the place of the nose between mouth and eyes changes by for a degree of pitch: 0.127 for 14.6 (n = 21, heads turned by an ellipsoid warp). */
const RISE_A_DEGREE = 0.127 / 14.6;

/** Gap of the lips that an aim of one opening stands for. */
const GAP = 0.3;

/** Aims by the points of the face alone, where no face engine is at hand to try an instrument on. */
export function aimByPoints(sheet: Sheet, instrument: Instrument, aims: Aims): Record<Pose, Stance> {
  const rise = aims.pitchDegrees * RISE_A_DEGREE;
  return stancesOf(
    { turn: aimTurn(sheet, instrument, 0) },
    {
      left: { turn: aimTurn(sheet, instrument, aims.yaw) },
      right: { turn: aimTurn(sheet, instrument, -aims.yaw) },
      up: { nod: aimNod(sheet, instrument, rise) },
      down: { nod: aimNod(sheet, instrument, -rise) },
      mouth: { mouth: instrument.limits.mouth > 0 ? GAP * aims.mouth : 0 },
      nearer: { size: aims.nearer },
      farther: { size: aims.farther },
    },
  );
}
