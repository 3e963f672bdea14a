import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * MediaPipe's canonical face: positions in cm (x to the right of the picture, y up, z towards the camera), texture coordinates from
 * 0 to 1, and triangles of indices. A disk of 468 points without holes: eyes and mouth are covered.
 */
export type CanonicalFace = { positions: Float32Array; uvs: Float32Array; triangles: Uint16Array };

const require = createRequire(import.meta.url);

const ASSETS = require.resolve('@mediapipe/face_mesh/face_mesh_solution_packed_assets.data');
const GEOMETRY = 'face_geometry/data/geometry_pipeline_metadata_landmarks.binarypb';

/** Fields of the messages GeometryPipelineMetadata and Mesh3d. */
const CANONICAL_MESH = 1;
const VERTEX_BUFFER = 3;
const INDEX_BUFFER = 4;
const FLOATS_A_VERTEX = 5;

/** Where the loader of the packed assets says that a file lies. */
function readPackedFile(name: string): Buffer {
  const loader = readFileSync(ASSETS.replace(/\.data$/, '_loader.js'), 'utf8');
  const entry = new RegExp(`"filename": "[^"]*${name}", "start": (\\d+), "end": (\\d+)`).exec(loader);
  if (!entry) throw new Error(`the assets of the face mesh have no ${name}`);
  return readFileSync(ASSETS).subarray(Number(entry[1]), Number(entry[2]));
}

/** Fields of one protobuf message in the order they come; groups are not known. */
function* fieldsOf(message: Buffer): Generator<{ field: number; value: number | Buffer }> {
  let at = 0;
  const readVarint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = message[at] ?? 0;
      at += 1;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = readVarint();
    const [field, wire] = [tag >> 3, tag & 7];
    if (wire === 0) yield { field, value: readVarint() };
    else if (wire === 5) {
      yield { field, value: message.readFloatLE(at) };
      at += 4;
    } else {
      const length = readVarint();
      yield { field, value: message.subarray(at, at + length) };
      at += length;
    }
  }
}

function parseFace(metadata: Buffer): CanonicalFace {
  const mesh = [...fieldsOf(metadata)].find(({ field }) => field === CANONICAL_MESH)?.value;
  if (!(mesh instanceof Buffer)) throw new Error('the geometry has no canonical mesh');
  const fields = [...fieldsOf(mesh)];
  const numbers = (fieldNumber: number): number[] =>
    fields.filter(({ field }) => field === fieldNumber).map(({ value }) => value as number);
  const vertices = numbers(VERTEX_BUFFER);
  const count = vertices.length / FLOATS_A_VERTEX;
  const [positions, uvs] = [new Float32Array(count * 3), new Float32Array(count * 2)];
  for (let index = 0; index < count; index += 1) {
    const vertex = vertices.slice(index * FLOATS_A_VERTEX, (index + 1) * FLOATS_A_VERTEX);
    positions.set(vertex.slice(0, 3), index * 3);
    uvs.set(vertex.slice(3), index * 2);
  }
  return { positions, uvs, triangles: Uint16Array.from(numbers(INDEX_BUFFER)) };
}

let canonical: CanonicalFace | undefined;

/** The canonical face of the installed package, read once. */
export function readCanonicalFace(): CanonicalFace {
  canonical ??= parseFace(readPackedFile(GEOMETRY));
  return canonical;
}

/** For each point the one on the other side of the face; points of the middle are their own. */
export function mirrorPoints({ positions }: CanonicalFace): Uint16Array {
  const count = positions.length / 3;
  return Uint16Array.from({ length: count }, (_, index) => {
    let nearest = index;
    let least = Number.POSITIVE_INFINITY;
    for (let other = 0; other < count; other += 1) {
      const square =
        ((positions[other * 3] as number) + (positions[index * 3] as number)) ** 2 +
        ((positions[other * 3 + 1] as number) - (positions[index * 3 + 1] as number)) ** 2 +
        ((positions[other * 3 + 2] as number) - (positions[index * 3 + 2] as number)) ** 2;
      if (square < least) [least, nearest] = [square, other];
    }
    return nearest;
  });
}

/** The outline of the face from the middle of the forehead over the left of the person and the chin back again. */
export const OUTLINE: readonly number[] = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149,
  150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
];

/** The inner edge of the upper lip, from the right corner of the mouth to the left one, without the corners. */
export const UPPER_INNER_LIP: readonly number[] = [191, 80, 81, 82, 13, 312, 311, 310, 415];

/** The inner edge of the lower lip in the same order. */
export const LOWER_INNER_LIP: readonly number[] = [95, 88, 178, 87, 14, 317, 402, 318, 324];

/** Corners of the mouth on its inner edge: right, then left of the person. */
export const MOUTH_CORNERS: readonly [right: number, left: number] = [78, 308];
