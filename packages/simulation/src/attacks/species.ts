import { drawBetween, type Random } from '../random.ts';
import { aimTurn } from './aim.ts';
import { cutOutOf } from './instruments/cut-out.ts';
import { type Axis, cylinderOf } from './instruments/cylinder.ts';
import { ellipsoidOf } from './instruments/ellipsoid.ts';
import { type Instrument, type Stance, warped } from './instruments/instrument.ts';
import { liquifyOf, noseWarps } from './instruments/liquify.ts';
import { type MouthStyle, mouthWarp } from './instruments/mouth.ts';
import { planeOf } from './instruments/plane.ts';
import type { Sheet } from './instruments/sheet.ts';
import { zoomOf } from './instruments/zoom.ts';
import { drawManner, followPoses, loopPoses, type Motion, type Pose } from './motion.ts';
import { oneOf } from './one-of.ts';
import type { Aims } from './tune-instrument.ts';

/** An instrument with the way it is moved; `variant` names what was drawn. */
export type Attack = {
  variant: string;
  instrument: Instrument;
  aims: Aims;
  move(stances: Readonly<Record<Pose, Stance>>): Motion;
};

/** Eye distances in a camera's length of 1 m, of a face printed life-size: 9 cm between the outer corners. */
const EYES_PER_METRE = 1 / 0.09;

/** Beyond the limits of a page that asks for a yaw of 0.22, a nod of 10 degrees and a mouth opened once, by as much as people overdo. `mouth` counts such openings. */
const drawAims = (random: Random): Aims => ({
  yaw: drawBetween(random, 0.27, 0.38),
  pitchDegrees: drawBetween(random, 11.5, 16),
  mouth: drawBetween(random, 1, 1.6),
  nearer: drawBetween(random, 1.35, 1.45),
  farther: drawBetween(random, 0.68, 0.74),
});

/** The same instrument with a mouth that opens. */
const withMouth = (sheet: Sheet, instrument: Instrument, style: MouthStyle): Instrument => ({
  ...instrument,
  limits: { ...instrument.limits, mouth: 0.5 },
  hold: (stance) => warped(instrument.hold(stance), [mouthWarp(sheet, stance.mouth * sheet.eyes, style)]),
});

/** A mouth that is not opened bit by bit: a second print with an open mouth is held up. */
const withSecondPrint = (sheet: Sheet, instrument: Instrument, style: MouthStyle): Instrument => ({
  ...withMouth(sheet, instrument, style),
  hasSecondPrint: true,
});

/** The same instrument with an inner change of the sheet that goes along with its movement. */
const withNose = (sheet: Sheet, { limits, hold, isHeldInMiddle }: Instrument, share: number): Instrument => ({
  isHeldInMiddle,
  limits,
  hold: (stance) =>
    warped(
      hold(stance),
      noseWarps(
        sheet,
        { nose: 0.75, mouth: 0.6, mouthShare: 0.25 },
        {
          turn: (stance.turn / (limits.turn || 1)) * share * 30,
          nod: (stance.nod / (limits.nod || 1)) * share * 24,
        },
      ),
    ),
});

const drawDistance = (random: Random): number => drawBetween(random, 0.15, 0.5) * EYES_PER_METRE;

/** As near as it takes to read as asked, and no nearer than 15 cm. */
function nearEnough(sheet: Sheet, yaw: number, distance: number, make: (distance: number) => Instrument) {
  let near = distance;
  const least = 0.15 * EYES_PER_METRE;
  while (near > least) {
    const instrument = make(near);
    if (Math.abs(aimTurn(sheet, instrument, yaw)) < instrument.limits.turn) break;
    near = Math.max(least, near * 0.85);
  }
  return near;
}

type Drawn = { variant: string; instrument: Instrument };
type Drawing = (sheet: Sheet, aims: Aims, random: Random) => Drawn;

const drawPlane: Drawing = (sheet, aims, random) => {
  const distance = nearEnough(sheet, aims.yaw, drawDistance(random), (near) => planeOf(sheet, near));
  const plane = planeOf(sheet, distance);
  const print = oneOf(random, ['stretch', 'brush', 'none'] as const);
  const centimetres = Math.round((distance / EYES_PER_METRE) * 100);
  return {
    variant: `${centimetres} cm, second print ${print}`,
    instrument: print === 'none' ? plane : withSecondPrint(sheet, plane, print),
  };
};

const drawCylinder: Drawing = (sheet, aims, random) => {
  const radius = drawBetween(random, 0.05, 0.2) * EYES_PER_METRE;
  const distance = drawDistance(random);
  const axis = oneOf<Axis>(random, ['upright', 'lying']);
  const near = nearEnough(sheet, aims.yaw, distance, (at) => cylinderOf(sheet, axis, radius, at));
  const bent = cylinderOf(sheet, axis, radius, near);
  const [away, bend] = [near, radius].map((part) => Math.round((part / EYES_PER_METRE) * 100));
  return {
    variant: `${axis}, radius ${bend} cm, ${away} cm away`,
    instrument: withSecondPrint(sheet, bent, 'stretch'),
  };
};

const drawEllipsoid: Drawing = (sheet, _aims, random) => {
  const style = oneOf<MouthStyle>(random, ['stretch', 'brush']);
  return { variant: `mouth ${style}`, instrument: withMouth(sheet, ellipsoidOf(sheet), style) };
};

const drawLiquify: Drawing = (sheet, _aims, random) => {
  const brushes = { nose: drawBetween(random, 0.6, 1), mouth: 0.7, mouthShare: oneOf(random, [0, 0.3, 0.6]) };
  const style = oneOf<MouthStyle>(random, ['stretch', 'brush']);
  return {
    variant: `nose ${brushes.nose.toFixed(2)}, mouth goes ${brushes.mouthShare} of its way, mouth ${style}`,
    instrument: withMouth(sheet, liquifyOf(sheet, brushes), style),
  };
};

const drawPlaneWithNose: Drawing = (sheet, _aims, random) => {
  const distance = drawDistance(random);
  const share = drawBetween(random, 0.5, 1);
  const plane = withNose(sheet, planeOf(sheet, distance), share);
  return {
    variant: `share ${share.toFixed(2)}`,
    instrument: withSecondPrint(sheet, plane, 'stretch'),
  };
};

const drawEllipsoidWithNose: Drawing = (sheet, _aims, random) => {
  const share = drawBetween(random, 0.3, 0.8);
  const head = withNose(sheet, ellipsoidOf(sheet), share);
  return { variant: `share ${share.toFixed(2)}`, instrument: withMouth(sheet, head, 'stretch') };
};

/** A bent print with the nose embossed: swollen by a brush, and moved as it would be were it nearer. */
const drawCylinderWithNose: Drawing = (sheet, aims, random) => {
  const { variant, instrument } = drawCylinder(sheet, aims, random);
  return {
    variant: `${variant}, nose pulled`,
    instrument: withNose(sheet, instrument, drawBetween(random, 0.4, 0.9)),
  };
};

const cutOut =
  (style: MouthStyle | undefined): Drawing =>
  (sheet) => ({ variant: style ?? 'closed', instrument: cutOutOf(sheet, style) });

const drawStill: Drawing = (sheet) => ({
  variant: 'print',
  instrument: {
    isHeldInMiddle: false,
    limits: { turn: 0, nod: 0, mouth: 0 },
    hold: () => zoomOf(sheet, { size: 1 }),
  },
});

const heeding =
  (draw: Drawing) =>
  (sheet: Sheet, random: Random): Attack => {
    const aims = drawAims(random);
    const { variant, instrument } = draw(sheet, aims, random);
    const manner = drawManner(random);
    return { variant, instrument, aims, move: (stances) => followPoses(stances, manner) };
  };

const LOOP_ORDERS: readonly [readonly Pose[], ...(readonly Pose[])[]] = [
  ['front', 'left', 'front', 'right', 'front', 'up', 'front', 'down', 'front', 'mouth'],
  ['front', 'left', 'front', 'right'],
  ['front', 'right', 'front', 'up', 'front', 'mouth', 'front', 'left', 'front', 'down'],
];

/** Heeds nothing; turns just beyond what a page asks for, or wide. */
const looping =
  (isWide: boolean) =>
  (sheet: Sheet, random: Random): Attack => {
    const aims: Aims = {
      ...drawAims(random),
      yaw: isWide ? drawBetween(random, 0.33, 0.5) : drawBetween(random, 0.24, 0.28),
      pitchDegrees: isWide ? drawBetween(random, 12, 17) : drawBetween(random, 10.5, 12),
      mouth: isWide ? drawBetween(random, 1.2, 1.8) : 1,
      exact: !isWide,
    };
    const instrument = withMouth(sheet, ellipsoidOf(sheet), 'stretch');
    const order = oneOf(random, LOOP_ORDERS);
    const times = { period: order.length * drawBetween(random, 0.8, 1.6), phase: random() };
    return {
      variant: `${order.length} moves in ${times.period.toFixed(1)} s`,
      instrument,
      aims,
      move: (stances) => loopPoses(stances, order, times),
    };
  };

/** Species that are made from one photograph alone, each with how one of them is drawn. */
export const DRAWN_SPECIES = {
  plane: heeding(drawPlane),
  cylinder: heeding(drawCylinder),
  ellipsoid: heeding(drawEllipsoid),
  liquify: heeding(drawLiquify),
  'plane-liquify': heeding(drawPlaneWithNose),
  'ellipsoid-liquify': heeding(drawEllipsoidWithNose),
  'cylinder-liquify': heeding(drawCylinderWithNose),
  'loop-gentle': looping(false),
  'loop-wide': looping(true),
  'cut-out': heeding(cutOut(undefined)),
  'cut-out-painted-mouth': heeding(cutOut('brush')),
  'cut-out-cut-mouth': heeding(cutOut('cut')),
  'cut-out-hole': heeding(cutOut('hole')),
  still: heeding(drawStill),
} as const satisfies Readonly<Record<string, (sheet: Sheet, random: Random) => Attack>>;

/** Name of such a species. */
export type DrawnSpecies = keyof typeof DRAWN_SPECIES;
