import { writeFile } from 'node:fs/promises';
import type { PersonName } from './persons.ts';
import { emptyFrame, pairOf, portraitOf, turnedFrame } from './portraits.ts';

/** What a fake camera shows, over and over; `turns` stands for a living person, `still` for a photograph held to the camera. */
export type CameraScene =
  | { kind: 'turns'; person: PersonName }
  | { kind: 'still'; person: PersonName }
  | { kind: 'two-people'; persons: [PersonName, PersonName] }
  | { kind: 'no-face' }
  | { kind: 'dark' };

const FRAMES_A_SECOND = 10;
const STILL_FRAMES = 10;
const TURN_DEGREES = 32;

/** Seconds and degrees between which the head moves evenly: facing, to one side, facing, to the other side, facing. */
const MOTION: readonly [second: number, degrees: number][] = [
  [0, 0],
  [1.4, 0],
  [2.2, TURN_DEGREES],
  [3.6, TURN_DEGREES],
  [4.4, 0],
  [5.6, 0],
  [6.4, -TURN_DEGREES],
  [7.8, -TURN_DEGREES],
  [8.6, 0],
  [9, 0],
];

/** Degrees at an instant of the motion, which lasts 9 seconds. */
function degreesAt(second: number): number {
  const next = MOTION.findIndex(([at]) => at > second);
  const [from, to] = [MOTION[next - 1], MOTION[next]];
  if (!from || !to) return 0;
  return from[1] + ((second - from[0]) / (to[0] - from[0])) * (to[1] - from[1]);
}

async function turningFrames(person: PersonName): Promise<Buffer[]> {
  const length = (MOTION.at(-1)?.[0] ?? 0) * FRAMES_A_SECOND;
  const degrees = Array.from({ length }, (_, index) => Math.round(degreesAt(index / FRAMES_A_SECOND)));
  const made = new Map<number, Promise<Buffer>>();
  for (const one of degrees) if (!made.has(one)) made.set(one, turnedFrame(person, one));
  return Promise.all(degrees.map((one) => made.get(one) as Promise<Buffer>));
}

function stillFrame(scene: Exclude<CameraScene, { kind: 'turns' }>): Promise<Buffer> {
  if (scene.kind === 'still') return portraitOf(scene.person);
  if (scene.kind === 'two-people') return pairOf(...scene.persons);
  return emptyFrame(scene.kind === 'dark' ? 'dark' : 'wall');
}

async function framesOf(scene: CameraScene): Promise<Buffer[]> {
  if (scene.kind === 'turns') return turningFrames(scene.person);
  const frame = await stillFrame(scene);
  return Array.from({ length: STILL_FRAMES }, () => frame);
}

/** Writes what a fake camera shows as MJPEG (JPEG pictures one after another), 640 by 480, 10 a second. */
export async function writeCameraFile(path: string, scene: CameraScene): Promise<string> {
  await writeFile(path, Buffer.concat(await framesOf(scene)));
  return path;
}
