import type { Picture } from '../../picture.ts';
import { normalsOf, type Surface } from './surface.ts';

/** A part of a person at rest, in the head's frame: how far each point goes with the lower jaw and with the head, 0 to 1. */
export type HeadPart = Surface & { jaw: Float32Array; withHead: Float32Array };

/** A part from points, rows of [x, y, z, u, v, jaw, withHead]. */
export function partOf(
  rows: readonly (readonly number[])[],
  triangles: Uint16Array,
  texture: Picture,
): HeadPart {
  const column = (from: number, to: number): Float32Array =>
    Float32Array.from(rows.flatMap((row) => row.slice(from, to)));
  const positions = column(0, 3);
  return {
    positions,
    uvs: column(3, 5),
    triangles,
    normals: normalsOf(positions, triangles),
    texture,
    jaw: column(5, 6),
    withHead: column(6, 7),
  };
}
