import { rotateInto, rotationOf } from './rotation.ts';

/** How the camera is held against the room, in degrees and cm: `turn` to the right, `lift` upwards, `lean` clockwise. */
export type CameraHold = { turn: number; lift: number; lean: number; x: number; y: number };

/** A camera held still against the room. */
export const STEADY: CameraHold = { turn: 0, lift: 0, lean: 0, x: 0, y: 0 };

/** Where light comes from in the room (a direction in the camera's frame: right, up, to the camera) and how much stronger it makes what faces it. */
export type Light = { from: readonly [number, number, number]; strength: number };

/** Turns points about the camera as it is held. */
export function holdCamera(points: Float32Array, { turn, lift, lean, x, y }: CameraHold): void {
  // A camera that turns to the right sees all go to the left.
  const rotation = rotationOf(-turn, lift, lean);
  const out = new Float32Array(3);
  for (let at = 0; at < points.length; at += 3) {
    rotateInto(
      rotation,
      (points[at] as number) - x,
      (points[at + 1] as number) + y,
      points[at + 2] as number,
      out,
    );
    points.set(out, at);
  }
}
