import type { Picture } from '../picture.ts';
import { AT_REST, type Instrument, type Stance } from './instruments/instrument.ts';
import { type Pose, stancesOf } from './motion.ts';

/** Reading of a face engine: yaw of the nose tip between the eyes, pitch in degrees, gap of the lips and drop of the jaw in eye distances. */
export type FaceReading = { yaw: number; pitchDegrees: number; mouthGap: number; jawDrop: number };

/** Reads a picture as the service attacked does; undefined where it finds no face. Whoever runs the same software can. */
export type ReadFace = (picture: Picture) => Promise<FaceReading | undefined>;

/** What a service shall read of each pose: changes against the front but for yaw, and sizes against the first frame's; `mouth` counts openings that are just enough. */
export type Aims = {
  yaw: number;
  pitchDegrees: number;
  mouth: number;
  nearer: number;
  farther: number;
  /** Whether no more than that, for what wants to stay below other limits. */
  exact?: boolean;
};

/** Movements that are tried each way. */
const TRIALS = 6;

/** Gaps of the lips that are tried, in eye distances of the sheet. */
const GAPS = [0.2, 0.3, 0.4, 0.5];

/** What a mouth has to read beyond the front's to be taken for open, with a margin: lips 0.12 and jaw 0.06. */
const OPEN = { gap: 0.16, jaw: 0.08 };

/** How far a nod may turn the nose aside and still be taken for a nod. */
const NOD_YAW = 0.18;

type Tried = { amount: number; reading: FaceReading | undefined };

/** The least movement that was tried and reads as asked; else the one that comes nearest. With `exact`, as far between the one before and it as it takes. */
function choose(
  tried: readonly Tried[],
  read: (reading: FaceReading) => number,
  target: number,
  exact = false,
): number {
  const found = tried.flatMap(({ amount, reading }) => (reading ? [{ amount, value: read(reading) }] : []));
  const ordered = found.toSorted((a, b) => Math.abs(a.amount) - Math.abs(b.amount));
  const first = ordered.find(({ value }) => value >= target);
  if (!first)
    return ordered.reduce((best, one) => (one.value > best.value ? one : best), { amount: 0, value: -1e9 })
      .amount;
  const before = found.filter(
    ({ amount, value }) => value < target && Math.abs(amount) < Math.abs(first.amount),
  );
  const nearest = before.toSorted(
    (a, b) => Math.abs(a.amount - first.amount) - Math.abs(b.amount - first.amount),
  )[0];
  if (!exact || !nearest) return first.amount;
  const part = (target - nearest.value) / (first.value - nearest.value);
  return nearest.amount + (first.amount - nearest.amount) * part;
}

const stepsTo = (limit: number): number[] =>
  limit === 0
    ? [0]
    : Array.from({ length: 2 * TRIALS + 1 }, (_, index) => ((index - TRIALS) / TRIALS) * limit);

/** Tries the instrument before a face engine of the attacker's own, as anybody can, and keeps for each pose the least movement that reads as asked. */
export async function tuneInstrument(
  look: (stance: Stance) => Picture,
  read: ReadFace,
  { limits }: Pick<Instrument, 'limits'>,
  aims: Aims,
): Promise<Record<Pose, Stance>> {
  const tryAll = async (from: Stance, part: 'turn' | 'nod' | 'mouth', amounts: readonly number[]) => {
    const tried: Tried[] = [];
    for (const amount of amounts)
      tried.push({ amount, reading: await read(look({ ...from, [part]: amount })) });
    return tried;
  };
  const turns = await tryAll(AT_REST, 'turn', stepsTo(limits.turn));
  const front = { ...AT_REST, turn: choose(turns, ({ yaw }) => -Math.abs(yaw), -0.05) };
  const rest = await read(look(front));
  const nods = limits.nod === 0 ? [] : await tryAll(front, 'nod', stepsTo(limits.nod));
  const gaps = limits.mouth === 0 ? [] : await tryAll(front, 'mouth', [0, ...GAPS]);
  const straight = nods.filter(({ reading }) => reading && Math.abs(reading.yaw) < NOD_YAW);
  const nodTo = (sign: number): number =>
    choose(
      straight.length > 0 ? straight : nods,
      ({ pitchDegrees }) => sign * (pitchDegrees - (rest?.pitchDegrees ?? 0)),
      aims.pitchDegrees,
      aims.exact,
    );
  const openness = ({ mouthGap, jawDrop }: FaceReading): number =>
    Math.min((mouthGap - (rest?.mouthGap ?? 0)) / OPEN.gap, (jawDrop - (rest?.jawDrop ?? 0)) / OPEN.jaw);
  return stancesOf(front, {
    left: { turn: choose(turns, ({ yaw }) => yaw, aims.yaw, aims.exact) },
    right: { turn: choose(turns, ({ yaw }) => -yaw, aims.yaw, aims.exact) },
    up: { nod: nodTo(1) },
    down: { nod: nodTo(-1) },
    mouth: { mouth: choose(gaps, openness, aims.mouth, aims.exact) },
    nearer: { size: aims.nearer },
    farther: { size: aims.farther },
  });
}
