import type { Picture } from '../../picture.ts';

/** Triangles in space with a texture: positions in cm of the head's frame, texture coordinates from 0 to 1. */
export type Surface = {
  positions: Float32Array;
  uvs: Float32Array;
  triangles: Uint16Array;
  normals: Float32Array;
  texture: Picture;
};

/** Smooth normals of unit length; they point to the side from which the triangles run anticlockwise. */
export function normalsOf(positions: Float32Array, triangles: Uint16Array): Float32Array {
  const normals = new Float32Array(positions.length);
  const at = (index: number, axis: number): number => positions[index * 3 + axis] as number;
  for (let first = 0; first < triangles.length; first += 3) {
    const [a, b, c] = [triangles[first], triangles[first + 1], triangles[first + 2]] as [
      number,
      number,
      number,
    ];
    const [ux, uy, uz] = [at(b, 0) - at(a, 0), at(b, 1) - at(a, 1), at(b, 2) - at(a, 2)];
    const [vx, vy, vz] = [at(c, 0) - at(a, 0), at(c, 1) - at(a, 1), at(c, 2) - at(a, 2)];
    const cross = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const index of [a, b, c])
      for (let axis = 0; axis < 3; axis += 1)
        normals[index * 3 + axis] = (normals[index * 3 + axis] as number) + (cross[axis] as number);
  }
  for (let first = 0; first < normals.length; first += 3) {
    const [x, y, z] = [normals[first], normals[first + 1], normals[first + 2]] as [number, number, number];
    const length = Math.hypot(x, y, z) || 1;
    normals.set([x / length, y / length, z / length], first);
  }
  return normals;
}

/** A grid of rows and columns as triangles; a closed one joins its last column to the first. */
export function gridTriangles(rows: number, columns: number, closed: boolean): Uint16Array {
  const triangles: number[] = [];
  for (let row = 0; row + 1 < rows; row += 1) {
    for (let column = 0; column < (closed ? columns : columns - 1); column += 1) {
      const next = (column + 1) % columns;
      const [a, b] = [row * columns + column, row * columns + next];
      const [c, d] = [a + columns, b + columns];
      triangles.push(a, b, d, a, d, c);
    }
  }
  return Uint16Array.from(triangles);
}

/** Rises smoothly from 0 at `from` to 1 at `to`; `to` may be the lesser. */
export function smoothStep(from: number, to: number, value: number): number {
  const part = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return part * part * (3 - 2 * part);
}
