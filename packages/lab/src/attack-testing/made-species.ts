import type { FaceEngine } from '@titular/face-engine';
import { presentAttack } from '@titular/simulation/attacks/attack-frames.ts';
import { meshPoints } from '@titular/simulation/attacks/face-layout.ts';
import { filmedFromScreen } from '@titular/simulation/attacks/screen-effects.ts';
import { DRAWN_SPECIES, type DrawnSpecies } from '@titular/simulation/attacks/species.ts';
import type { ReadFace } from '@titular/simulation/attacks/tune-instrument.ts';
import { encodeJpeg } from '@titular/simulation/picture.ts';
import { drawBetween, randomOf } from '@titular/simulation/random.ts';
import { createPerson } from '@titular/simulation/solid/create-person.ts';
import { type FittedHead, fitHead } from '@titular/simulation/solid/fit-head.ts';
import type { AskedPose, Pose } from '@titular/simulation/solid/motion.ts';
import type { MeasuredPhotograph } from './photographed-persons.ts';
import { BONA_FIDE } from './recording.ts';
import { ALTERATIONS, type Alteration, type Recorded, replay } from './replay-session.ts';
import type { Presenter } from './show-presenter.ts';

/** What an attack is made from: the photograph the attacker has, a person who is not the victim, what the victim's own session showed where there was one. */
export type Material = {
  photograph: MeasuredPhotograph;
  other: MeasuredPhotograph;
  recorded: Recorded;
  seed: number;
  analyse: FaceEngine['analyse'];
};

/** Against what an attack is made: an identity whose face is enrolled, or one that enrols with its first capture. */
export type Against = 'enrolled' | 'first';

/** How a species is made and shown. */
export type MadeSpecies = {
  against: readonly [Against, ...Against[]];
  /** Whether it is nothing without the session in which the victim was enrolled. */
  needsSession?: true;
  make(material: Material): Promise<{ variant: string; presenter: Presenter }>;
};

/** Quality that the page's canvas gives JPEG pictures. */
const QUALITY = 85;

/** What no face shows, so that nothing is measured that identifies it. */
const POSE_ALONE = { yaw: { least: 1, most: -1 } };

/** Reads pictures as the service attacked does. */
const readerOf =
  (analyse: FaceEngine['analyse']): ReadFace =>
  async (picture) => {
    const analysis = await analyse(await encodeJpeg(picture, QUALITY), POSE_ALONE);
    if (analysis.kind === 'refused' || !analysis.face?.pose) return undefined;
    return { yaw: analysis.face.yaw, ...analysis.face.pose };
  };

const drawn =
  (species: DrawnSpecies, movement: 'turn' | 'distance'): MadeSpecies['make'] =>
  async ({ photograph: { picture, points }, seed, analyse }) => {
    const own = { picture, points: meshPoints(points) };
    const { variant, jpegAt } = await presentAttack(species, own, seed, readerOf(analyse));
    const frame = (pose: Pose, elapsedMs: number): Promise<Buffer> => jpegAt(pose, elapsedMs / 1000);
    return { variant, presenter: { movement, isPage: true, frame } };
  };

const heads = new WeakMap<MeasuredPhotograph, FittedHead>();

/** The head of a photograph, fitted once: that takes as long as a dozen frames. */
function headOf(photograph: MeasuredPhotograph): FittedHead {
  const head = heads.get(photograph) ?? fitHead(photograph.picture, photograph.points);
  heads.set(photograph, head);
  return head;
}

/** A person whose photograph is laid on a head, doing what is asked for. */
export function solidPresenter(photograph: MeasuredPhotograph, seed: number): Presenter {
  const asked: AskedPose[] = [];
  const shown = createPerson(headOf(photograph), seed).take(asked);
  return {
    movement: 'turn',
    isPage: true,
    frame: (pose, atMs) => {
      if ((asked.at(-1)?.pose ?? 'front') !== pose) asked.push({ pose, atMs });
      return encodeJpeg(shown(atMs), QUALITY);
    },
  };
}

const LOOP: readonly Pose[] = ['left', 'right', 'up', 'down', 'mouth'];

/** A recording of a person who turns, nods and opens the mouth, gently, over and over, and heeds nothing. */
function solidLoop(photograph: MeasuredPhotograph, seed: number): Presenter {
  const random = randomOf(seed);
  const [stepMs, beginMs, part] = [
    drawBetween(random, 1100, 2200),
    drawBetween(random, 0, 20_000),
    drawBetween(random, 0.6, 0.85),
  ];
  const person = createPerson(headOf(photograph), seed);
  return {
    movement: 'turn',
    isPage: true,
    frame: (_pose, elapsedMs) => {
      const place = (elapsedMs + beginMs) / stepMs;
      const pose = LOOP[Math.floor(place / 2) % LOOP.length] ?? 'left';
      // Every other step faces the camera: the way there and back is a raised cosine.
      const within = (place % 2) / 2;
      const moved = part * (0.5 - 0.5 * Math.cos(2 * Math.PI * within));
      return encodeJpeg(person.show(pose, moved, elapsedMs), QUALITY);
    },
  };
}

const solid =
  (change: (presenter: Presenter, seed: number) => Presenter = (presenter) => presenter) =>
  async ({ photograph, seed }: Material) => ({
    variant: photograph.label,
    presenter: change(solidPresenter(photograph, seed), seed),
  });

/** From each instruction on, somebody alive shows the pose of before for so long, so that relief is there to be measured. */
const SWAP_MS = 1_500;

/** The victim's photograph for each pose that is asked for, and between its pictures another person who makes the movement of before. */
async function makeSwapped(material: Material): ReturnType<MadeSpecies['make']> {
  const { variant, presenter } = await drawn('ellipsoid', 'turn')(material);
  const other = createPerson(headOf(material.other), material.seed);
  let [asked, before, sinceMs]: [Pose, Pose, number] = ['front', 'front', Number.NEGATIVE_INFINITY];
  const frame = async (pose: Pose, atMs: number): Promise<Uint8Array> => {
    if (pose !== asked) [before, asked, sinceMs] = [asked, pose, atMs];
    const photograph = await presenter.frame(pose, atMs);
    return atMs - sinceMs < SWAP_MS ? encodeJpeg(other.show(before, 1, atMs), QUALITY) : photograph;
  };
  return { variant, presenter: { ...presenter, frame } };
}

const onScreen = (presenter: Presenter, seed: number): Presenter => ({
  ...presenter,
  frame: async (pose, atMs) => filmedFromScreen(await presenter.frame(pose, atMs), { seed }),
});

/** What one photograph, or a film of the victim, shows on a screen. What answers each instruction as a head does is a species of its own. */
const SHOWN_ON_SCREENS = ['still', 'plane', 'ellipsoid', 'loop-wide', 'loop-of-a-solid'] as const;

async function makeOnScreen(material: Material): ReturnType<MadeSpecies['make']> {
  const name = SHOWN_ON_SCREENS[material.seed % SHOWN_ON_SCREENS.length] ?? 'still';
  const made = MADE_SPECIES.get(name);
  if (!made) throw new Error(`there is no species ${name}`);
  const { variant, presenter } = await made.make(material);
  return { variant: `${name}: ${variant}`, presenter: onScreen(presenter, material.seed) };
}

const replayed = (alteration: Alteration): MadeSpecies => ({
  against: ['enrolled'],
  needsSession: true,
  make: async ({ recorded }) => ({ variant: alteration, presenter: replay(recorded, alteration) }),
});

const BOTH = ['enrolled', 'first'] as const;
const isCutOut = (name: DrawnSpecies): boolean => name.startsWith('cut-out');

const ofPhotographs = (Object.keys(DRAWN_SPECIES) as DrawnSpecies[]).map((name): [string, MadeSpecies] => [
  name,
  // By distance nobody is enrolled: there is something to gain only where a face is enrolled.
  isCutOut(name)
    ? { against: ['enrolled'], make: drawn(name, 'distance') }
    : { against: BOTH, make: drawn(name, 'turn') },
]);

/** Everything that is shown, by its name, honest people first. */
export const MADE_SPECIES: ReadonlyMap<string, MadeSpecies> = new Map([
  [BONA_FIDE, { against: BOTH, make: solid() }],
  ...ofPhotographs,
  [
    'loop-of-a-solid',
    {
      against: BOTH,
      make: async ({ photograph, seed }) => ({
        variant: photograph.label,
        presenter: solidLoop(photograph, seed),
      }),
    },
  ],
  ['swap', { against: ['enrolled'], make: makeSwapped }],
  ['screen', { against: BOTH, make: makeOnScreen }],
  ['solid-on-screen', { against: BOTH, make: solid(onScreen) }],
  [
    'other-person',
    {
      against: ['enrolled'],
      make: async ({ other, seed }) => ({ variant: other.label, presenter: solidPresenter(other, seed) }),
    },
  ],
  ...(Object.keys(ALTERATIONS) as Alteration[]).map((name): [string, MadeSpecies] => [
    `replay-${name}`,
    replayed(name),
  ]),
  ['injected-solid-as-page', { against: BOTH, make: solid() }],
  ['injected-solid-by-api', { against: BOTH, make: solid((presenter) => ({ ...presenter, isPage: false })) }],
]);
