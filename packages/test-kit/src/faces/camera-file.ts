import { writeFile } from 'node:fs/promises';
import { filmedFromScreen } from '@titular/simulation/attacks/screen-effects.ts';
import type { Pose } from '@titular/simulation/solid/motion.ts';
import sharp from 'sharp';
import { distanceFrame } from './moved-frames.ts';
import type { PersonName } from './persons.ts';
import { emptyFrame, pairOf, portraitOf, warpedFrame } from './portraits.ts';
import { takeFrame, viewFrame } from './pose-frame.ts';
import { retake } from './takes.ts';

/** What a fake camera shows, over and over. */
type Scene =
  /** A living person who turns the head to each side. */
  | { kind: 'turns'; person: PersonName }
  /** A living person who makes every movement of the head and the mouth, one after another. */
  | { kind: 'movements'; person: PersonName }
  /** One photograph that is bent by computer as if the head turned to each side. */
  | { kind: 'warp'; person: PersonName }
  /** The same as a recording on a screen that is held to the camera. */
  | { kind: 'screen'; person: PersonName }
  /** The first person faces the camera, and the second makes the turns. */
  | { kind: 'swap'; persons: readonly [PersonName, PersonName] }
  /** A photograph held to the camera. */
  | { kind: 'still'; person: PersonName }
  | { kind: 'over-exposed'; person: PersonName }
  /** Somebody far away. */
  | { kind: 'tiny'; person: PersonName }
  | { kind: 'two-people'; persons: readonly [PersonName, PersonName] }
  | { kind: 'no-face' }
  | { kind: 'dark' };

/** A scene in one take, 0 where none is named; a second session needs another one, because pictures are known again. */
export type CameraScene = Scene & { take?: number };

/** Pictures a second of a scene; people move in them as they do. */
const FRAMES_A_SECOND = 10;

/** Chromium plays a file of pictures at 30 a second, whatever they show. */
const PLAYED_A_SECOND = 30;
const STILL_FRAMES = 10;
const TURN_DEGREES = 26;
const WARP_DEGREES = 32;

/** Beyond what counts as facing the camera, and short of what counts as a turn. */
const SWAP_DEGREES = 13;

/** Of the light in a picture: what is left of its differences, and what is added, of 255. */
const OVER_EXPOSED = { factor: 0.9, added: 120 };
const FAR_AWAY = 0.4;

/** Seconds and parts of a turn between which the head moves evenly: facing, to one side, facing, to the other side, facing. */
const MOTION: readonly [second: number, part: number][] = [
  [0, 0],
  [1, 0],
  [1.6, 1],
  [2.8, 1],
  [3.4, 0],
  [4.4, 0],
  [5, -1],
  [6.2, -1],
  [6.8, 0],
  [7, 0],
];

/** Each movement of the head and the mouth, and the camera after each. */
const MOVEMENTS: readonly Pose[] = (['left', 'right', 'up', 'down', 'mouth'] as const).flatMap(
  (pose): Pose[] => [pose, 'front'],
);
const HELD_MS = 1800;

/** Part of the turn at an instant of the motion, which lasts 7 seconds. */
function partAt(second: number): number {
  const next = MOTION.findIndex(([at]) => at > second);
  const [from, to] = [MOTION[next - 1], MOTION[next]];
  if (!from || !to) return 0;
  return from[1] + ((second - from[0]) / (to[0] - from[0])) * (to[1] - from[1]);
}

/** The frames of one motion of the head to each side, each angle drawn once. */
async function moving(mostDegrees: number, frameAt: (degrees: number) => Promise<Buffer>): Promise<Buffer[]> {
  const length = (MOTION.at(-1)?.[0] ?? 0) * FRAMES_A_SECOND;
  const degrees = Array.from({ length }, (_, index) =>
    Math.round(partAt(index / FRAMES_A_SECOND) * mostDegrees),
  );
  const made = new Map<number, Buffer>();
  for (const one of degrees) if (!made.has(one)) made.set(one, await frameAt(one));
  return degrees.map((one) => made.get(one) as Buffer);
}

/** A living person of whom poses are asked one after another, and who comes back to the first frame at the end. */
async function living(person: PersonName, take: number, poses: readonly Pose[]): Promise<Buffer[]> {
  const asked = poses.map((pose, index) => ({ pose, atMs: (index + 0.5) * HELD_MS }));
  const length = Math.round(((poses.length + 1) * HELD_MS * FRAMES_A_SECOND) / 1000);
  const frames: Buffer[] = [];
  for (let index = 0; index < length; index += 1)
    frames.push(await takeFrame(person, take, asked, (index * 1000) / FRAMES_A_SECOND));
  return frames;
}

async function still(made: Promise<Buffer>): Promise<Buffer[]> {
  const frame = await made;
  return Array.from({ length: STILL_FRAMES }, () => frame);
}

const overExpose = async (person: PersonName): Promise<Buffer> =>
  sharp(await portraitOf(person))
    .linear(OVER_EXPOSED.factor, OVER_EXPOSED.added)
    .jpeg({ quality: 90 })
    .toBuffer();

type Maker<Kind extends Scene['kind']> = (
  scene: Extract<Scene, { kind: Kind }>,
  take: number,
) => Promise<Buffer[]>;

const MAKERS: { readonly [Kind in Scene['kind']]: Maker<Kind> } = {
  turns: ({ person }, take) => living(person, take, ['left', 'front', 'right', 'front']),
  movements: ({ person }, take) => living(person, take, MOVEMENTS),
  warp: ({ person }, take) =>
    moving(WARP_DEGREES, async (degrees) => retake(await warpedFrame(person, degrees), take)),
  screen: async ({ person }, take) => {
    const frames = await living(person, take, ['left', 'front', 'right', 'front']);
    return Promise.all(frames.map((frame) => filmedFromScreen(frame, { seed: take })));
  },
  swap: ({ persons: [facing, turning] }, take) =>
    moving(TURN_DEGREES, (degrees) =>
      viewFrame(Math.abs(degrees) > SWAP_DEGREES ? turning : facing, { yawDegrees: degrees }, { take }),
    ),
  still: async ({ person }, take) => still(viewFrame(person, {}, { take })),
  'over-exposed': async ({ person }, take) => still(retake(await overExpose(person), take)),
  tiny: async ({ person }, take) => still(retake(await distanceFrame(person, FAR_AWAY), take)),
  'two-people': async ({ persons }, take) => still(retake(await pairOf(...persons), take)),
  'no-face': async (_scene, take) => still(retake(await emptyFrame('wall'), take)),
  dark: () => still(emptyFrame('dark')),
};

/** The pictures of a scene, 640 by 480 and 10 a second; what follows the last is the first again. */
export const sceneFrames = (scene: CameraScene): Promise<Buffer[]> =>
  (MAKERS[scene.kind] as Maker<Scene['kind']>)(scene, scene.take ?? 0);

/** Writes what a fake camera of Chromium shows, at the speed of people, as MJPEG (JPEG pictures one after another). */
export async function writeCameraFile(path: string, scene: CameraScene): Promise<string> {
  const frames = await sceneFrames(scene);
  const held = PLAYED_A_SECOND / FRAMES_A_SECOND;
  await writeFile(path, Buffer.concat(frames.flatMap((frame) => Array.from({ length: held }, () => frame))));
  return path;
}
