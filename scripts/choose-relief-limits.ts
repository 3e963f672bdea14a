import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';
import { euclideanDistance } from '@titular/face-engine/measure/comparison.ts';
import type { FaceMeasure } from '@titular/face-engine/measure/frame-analysis.ts';
import {
  axisOf,
  HEAD_MOVEMENTS,
  type HeadMovement,
  judgeRelief,
  RELIEF_LIMITS,
  type ReliefLimits,
} from '@titular/face-engine/solidity/judge-relief.ts';
import type { ReliefReading } from '@titular/face-engine/solidity/relief.ts';
import { presentAttack } from '@titular/simulation/attacks/attack-frames.ts';
import { BYSTANDERS } from '@titular/simulation/attacks/bystanders.ts';
import { meshPoints } from '@titular/simulation/attacks/face-layout.ts';
import type { DrawnSpecies } from '@titular/simulation/attacks/species.ts';
import { encodeJpeg, type Picture } from '@titular/simulation/picture.ts';
import { createPerson } from '@titular/simulation/solid/create-person.ts';
import { fitHead } from '@titular/simulation/solid/fit-head.ts';
import { cutOut } from '@titular/test-kit/faces/bystanders.ts';

// Usage: node scripts/choose-relief-limits.ts [SEED] [FILE]
// Prints limits of relief that are chosen on one half of the persons, and what they do on the other half. FILE keeps the readings.

/** What was read of a pair of frames of a movement, and whether a head or which instrument was before the camera. */
type Pair = { face: number; made: 'head' | DrawnSpecies; movement: HeadMovement; reading: ReliefReading };

const SPECIES: readonly DrawnSpecies[] = [
  'plane',
  'cylinder',
  'ellipsoid',
  'liquify',
  'plane-liquify',
  'ellipsoid-liquify',
  'cylinder-liquify',
];
const SEED = Number(process.argv[2] ?? 3000);
const HEADS_EACH = 3;
const SECONDS_TO_MOVE = 2.4;

/** Faces nearer than this are of one person: half of the distance at which two are told apart would leave sisters in both halves. */
const ONE_PERSON = 0.5;

/** Readings at which a movement counts as shown: the tables of poses ask for no less, and people go little beyond. */
const SHOWN = { yaw: { least: 0.22, most: 0.6 }, pitchDegrees: { least: 10, most: 25 } };

const engine = await startFaceEngine({ threads: availableParallelism() });

async function measure(jpeg: Uint8Array): Promise<FaceMeasure | undefined> {
  const analysis = await engine.analyse(jpeg);
  return analysis.kind === 'analysed' && analysis.face?.chip ? analysis.face : undefined;
}

function isShown(movement: HeadMovement, front: FaceMeasure, moved: FaceMeasure): boolean {
  const pitch = (moved.pose?.pitchDegrees ?? 0) - (front.pose?.pitchDegrees ?? 0);
  const [value, { least, most }] =
    movement === 'left' || movement === 'right'
      ? [movement === 'left' ? moved.yaw : -moved.yaw, SHOWN.yaw]
      : [movement === 'up' ? pitch : -pitch, SHOWN.pitchDegrees];
  return value >= least && value <= most;
}

/** Pairs of one take: the face from the front, and each movement of which the engine says that it is shown. */
async function readPairs(
  face: number,
  made: Pair['made'],
  show: (pose: 'front' | HeadMovement, index: number) => Promise<Uint8Array>,
): Promise<Pair[]> {
  const front = await measure(await show('front', 0));
  const pairs: Pair[] = [];
  for (const [index, movement] of HEAD_MOVEMENTS.entries()) {
    const moved = await measure(await show(movement, index + 1));
    if (!front?.chip || !moved?.chip || !isShown(movement, front, moved)) continue;
    const reading = await engine.measureRelief(front.chip, moved.chip, axisOf(movement));
    pairs.push({ face, made, movement, reading });
  }
  return pairs;
}

const QUALITY = 85;

async function pairsOfHeads(face: number, picture: Picture, points: Float32Array): Promise<Pair[]> {
  const pairs: Pair[] = [];
  const head = fitHead(picture, points);
  for (let take = 0; take < HEADS_EACH; take += 1) {
    const person = createPerson(head, SEED + face * HEADS_EACH + take);
    const show = (pose: 'front' | HeadMovement, index: number): Promise<Uint8Array> =>
      encodeJpeg(person.show(pose, 0.8, index * 1700), QUALITY);
    pairs.push(...(await readPairs(face, 'head', show)));
  }
  return pairs;
}

async function pairsOfAttacks(face: number, picture: Picture, points: Float32Array): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const [index, species] of SPECIES.entries()) {
    const photograph = { picture, points: meshPoints(points) };
    const attack = await presentAttack(species, photograph, SEED + face * SPECIES.length + index);
    const show = async (pose: 'front' | HeadMovement, at: number): Promise<Uint8Array> => {
      const seconds = at * 2 * SECONDS_TO_MOVE;
      await attack.jpegAt('front', seconds);
      await attack.jpegAt(pose, seconds + 0.1);
      return attack.jpegAt(pose, seconds + SECONDS_TO_MOVE);
    };
    pairs.push(...(await readPairs(face, species, show)));
  }
  return pairs;
}

/** Puts faces of one person together, whoever else they resemble: each group is a person for what follows. */
function groupPersons(descriptors: ReadonlyMap<number, Float32Array>): number[][] {
  const groups: number[][] = [];
  for (const [face, descriptor] of descriptors) {
    const isNear = (other: number): boolean =>
      euclideanDistance(descriptors.get(other) as Float32Array, descriptor) < ONE_PERSON;
    const near = groups.filter((group) => group.some(isNear));
    for (const group of near) groups.splice(groups.indexOf(group), 1);
    groups.push([...near.flat(), face]);
  }
  return groups;
}

/** Numbers from `least` to `most`, both included, whose decimals are those of the step. */
const steps = (least: number, most: number, step: number): number[] =>
  Array.from({ length: Math.round((most - least) / step) + 1 }, (_, index) =>
    Number((least + index * step).toFixed(3)),
  );

const GRID = {
  solidShift: steps(0.025, 0.08, 0.005),
  bend: steps(0.06, 0.3, 0.02),
  leastRatio: steps(0.05, 0.2, 0.01),
  mostRatio: steps(0.7, 1.2, 0.1),
} as const;

const count = (pairs: readonly Pair[], solidity: 'solid' | 'flat', limits: typeof RELIEF_LIMITS): number =>
  pairs.filter(({ reading, movement }) => judgeRelief(reading, movement, limits) === solidity).length;

const NAMES = ['solidShift', 'bend', 'leastRatio', 'mostRatio'] as const;
type Chosen = Pick<ReliefLimits, (typeof NAMES)[number]>;

function* allLimits(): Generator<Chosen> {
  for (const solidShift of GRID.solidShift)
    for (const bend of GRID.bend)
      for (const leastRatio of GRID.leastRatio)
        for (const mostRatio of GRID.mostRatio) yield { solidShift, bend, leastRatio, mostRatio };
}

/** Of limits that do equally well, those nearest to the middle of all of them, in parts of the grid: at a rim the next pair may lie beyond. */
function middleOf(equal: readonly Chosen[]): Chosen {
  const distance = (limits: Chosen): number =>
    NAMES.reduce((sum, name) => {
      const mean = equal.reduce((total, one) => total + one[name], 0) / equal.length;
      return sum + ((limits[name] - mean) / ((GRID[name].at(-1) ?? 1) - (GRID[name][0] ?? 0))) ** 2;
    }, 0);
  const [nearest] = equal
    .map((limits) => ({ limits, at: distance(limits) }))
    .sort((one, other) => one.at - other.at);
  if (!nearest) throw new Error('the grid has limits');
  return nearest.limits;
}

/** Part of the largest shift at which no head is flat that counts as flat: who is taken for a picture is turned away. */
const FLAT_PART = 2 / 3;

/** The limits of an axis: of those that let through the fewest attacks, the ones that let through the most heads. */
function chooseLimits(axis: 'across' | 'down', pairs: readonly Pair[]): ReliefLimits {
  const along = pairs.filter(({ movement }) => axisOf(movement) === axis);
  const heads = along.filter(({ made }) => made === 'head');
  const attacks = along.filter(({ made }) => made !== 'head');
  const withLimits = (limits: ReliefLimits): typeof RELIEF_LIMITS => ({ ...RELIEF_LIMITS, [axis]: limits });
  const open = { solidShift: 0, bend: 0, leastRatio: 0, mostRatio: 2 };
  const isNoHeadFlat = (flatShift: number): boolean =>
    count(heads, 'flat', withLimits({ ...open, flatShift })) === 0;
  const flatShift = (steps(0, 0.04, 0.005).findLast(isNoHeadFlat) ?? 0) * FLAT_PART;
  let equal: Chosen[] = [];
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const limits of allLimits()) {
    const through = count(attacks, 'solid', withLimits({ ...limits, flatShift }));
    const passed = count(heads, 'solid', withLimits({ ...limits, flatShift }));
    const isBetter = through < least || (through === least && passed > most);
    if (isBetter) [equal, least, most] = [[limits], through, passed];
    else if (through === least && passed === most) equal.push(limits);
  }
  return { ...middleOf(equal), flatShift: Math.round(flatShift * 200) / 200 };
}

function report(name: string, pairs: readonly Pair[], limits: typeof RELIEF_LIMITS): void {
  const heads = pairs.filter(({ made }) => made === 'head');
  const attacks = pairs.filter(({ made }) => made !== 'head');
  const got = [...Map.groupBy(attacks, ({ made }) => made)].map(
    ([made, of]) => `${made} ${count(of, 'solid', limits)}/${of.length}`,
  );
  console.log(
    `${name}: heads solid ${count(heads, 'solid', limits)} of ${heads.length}, flat ${count(heads, 'flat', limits)};`,
    `attacks solid ${count(attacks, 'solid', limits)} of ${attacks.length}, flat ${count(attacks, 'flat', limits)}`,
    `(${got.join(', ')})`,
  );
}

type Readings = { pairs: Pair[]; groups: number[][] };

async function readFaces(): Promise<Readings> {
  const pairs: Pair[] = [];
  const descriptors = new Map<number, Float32Array>();
  for (const [face, bystander] of BYSTANDERS.entries()) {
    const picture = await cutOut(bystander);
    const analysis = await engine.analyse(await encodeJpeg(picture, 92));
    if (analysis.kind !== 'analysed' || !analysis.face?.mesh || !analysis.face.identity) continue;
    descriptors.set(face, analysis.face.identity.descriptor);
    // The mesh is in pixels of the measured picture.
    const points = analysis.face.mesh.points.map((value) => (value * picture.width) / analysis.width);
    pairs.push(...(await pairsOfHeads(face, picture, points)));
    const wide = await cutOut(bystander, { part: 0.4 });
    const seen = await measure(await encodeJpeg(wide, 92));
    if (seen?.mesh)
      pairs.push(
        ...(await pairsOfAttacks(
          face,
          wide,
          seen.mesh.points.map((value) => (value * wide.width) / analysis.width),
        )),
      );
    console.error(`face ${face + 1} of ${BYSTANDERS.length}: ${pairs.length} pairs`);
  }
  return { pairs, groups: groupPersons(descriptors) };
}

const file = process.argv[3];
const kept = file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Readings) : undefined;
const { pairs, groups } = kept ?? (await readFaces());
await engine.close();
if (file && !kept) writeFileSync(file, JSON.stringify({ pairs, groups }));
console.log(
  `Seed ${SEED}. ${groups.length} persons of ${BYSTANDERS.length} faces: ${JSON.stringify(groups)}`,
);
for (const [half, name] of ['first', 'second'].entries()) {
  const chosenOn = new Set(groups.filter((_, index) => index % 2 === half).flat());
  const ours = pairs.filter(({ face }) => chosenOn.has(face));
  const theirs = pairs.filter(({ face }) => !chosenOn.has(face));
  const limits = { across: chooseLimits('across', ours), down: chooseLimits('down', ours) };
  console.log(`Chosen on the ${name} half: ${JSON.stringify(limits)}`);
  report('Persons that they were chosen on', ours, limits);
  report('Persons held out', theirs, limits);
}
console.log('In use:', JSON.stringify(RELIEF_LIMITS));
report('All', pairs, RELIEF_LIMITS);
