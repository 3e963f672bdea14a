import { MESH_SIDE } from '@titular/face-engine/nets/face-mesh-net.ts';
import type { MeshRegion } from '@titular/face-engine/nets/mesh-region.ts';
import type { Picture } from './luminance.ts';

/** The region as three planes of values from 0 to 1, bilinear; what lies outside the picture repeats its rim. */
export function cropRegion({ width, height, pixels }: Picture, region: MeshRegion): Float32Array {
  const planes = new Float32Array(3 * MESH_SIDE * MESH_SIDE);
  const step = 2 / MESH_SIDE;
  const [dx, dy] = [region.across.x * step, region.across.y * step];
  const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  const middle = (MESH_SIDE - 1) / 2;
  for (let row = 0; row < MESH_SIDE; row += 1) {
    for (let column = 0; column < MESH_SIDE; column += 1) {
      const [u, v] = [column - middle, row - middle];
      // Pixels are counted from the middle of the first one.
      const x = clamp(region.x + u * dx - v * dy - 0.5, width - 1);
      const y = clamp(region.y + u * dy + v * dx - 0.5, height - 1);
      const [left, top] = [Math.floor(x), Math.floor(y)];
      const [right, low] = [Math.min(left + 1, width - 1), Math.min(top + 1, height - 1)];
      const [part, share] = [x - left, y - top];
      for (let channel = 0; channel < 3; channel += 1) {
        const at = (across: number, down: number) => pixels[(down * width + across) * 3 + channel] as number;
        const upper = at(left, top) + (at(right, top) - at(left, top)) * part;
        const lower = at(left, low) + (at(right, low) - at(left, low)) * part;
        planes[(channel * MESH_SIDE + row) * MESH_SIDE + column] = (upper + (lower - upper) * share) / 255;
      }
    }
  }
  return planes;
}
