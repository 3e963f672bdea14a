import { type Detection, decodeBoxes } from './decode-boxes.ts';
import { DESCRIPTOR_SIDE, LANDMARK_SIDE } from './face-api-nets.ts';
import type { FaceMesh } from './face-mesh.ts';
import { MESH_SIDE } from './face-mesh-net.ts';
import { cropRegion, meshRegionOf, type Point, placeMesh } from './mesh-region.ts';
import { type Crop, type Normalisation, type Picture, resampleSquare } from './resample.ts';

/** The 68 landmarks of a face, and the size of the crop that they were read from. */
export type Landmarks = { points: Point[]; crop: Crop };

/** Sides of the squares that the detector searches: the first suits a face that fills a selfie, the second finds one farther away. */
export const DETECTOR_SIDES = [224, 416] as const;

/** Side of the detector's square. */
export type DetectorSide = (typeof DETECTOR_SIDES)[number];

/** The nets by name, descriptors in floats. */
export const NET_NAMES = ['detector-224', 'detector-416', 'landmarks', 'descriptor', 'mesh'] as const;

/** The net of descriptors in 8 bits, in place of the one in floats; native code alone executes it. */
export const EIGHT_BIT_NET = 'descriptor-int8' as const;

/** The net that descriptors are made by. */
export type DescriptorNet = 'descriptor' | typeof EIGHT_BIT_NET;

/** A net, under the name that its file has. */
export type NetName = (typeof NET_NAMES)[number] | DescriptorNet;

/** Executes nets: planes of one picture in, the planes of each output out. */
export type Runtime = {
  readonly name: 'native' | 'wasm';
  run(net: NetName, planes: Float32Array): Promise<Float32Array[]>;
};

/** What is measured on one face in a picture. */
export interface Nets {
  readonly runtime: Runtime['name'];
  /** Faces with a score above the least, the surest first. */
  detect(picture: Picture, side: DetectorSide): Promise<Detection[]>;
  /** Undefined where less than a pixel of the box lies in the picture. */
  landmarks(picture: Picture, box: Detection['box']): Promise<Landmarks | undefined>;
  descriptor(picture: Picture, landmarks: Landmarks): Promise<Float32Array>;
  mesh(picture: Picture, landmarks: readonly Point[]): Promise<FaceMesh>;
}

const MIN_SCORE = 0.4;
const DETECTOR_INPUT: Normalisation = { mean: [117.001, 114.697, 97.404], factor: 1 / 255 };
const FACE_INPUT: Normalisation = { mean: [122.782, 117.001, 104.298], factor: 1 / 255 };

/** The part of a box that lies in the picture, in whole pixels. */
function clip({ x, y, width, height }: Detection['box'], picture: Picture): Crop {
  const [left, top] = [Math.max(x, 0), Math.max(y, 0)];
  return {
    x: Math.floor(left),
    y: Math.floor(top),
    width: Math.floor(Math.min(x + width - left, picture.width - left)),
    height: Math.floor(Math.min(y + height - top, picture.height - top)),
  };
}

const isEmpty = ({ width, height }: Crop): boolean => !(width > 0 && height > 0);

/** Landmarks as parts of the padded square's side, as places in the picture: counted from the whole box, not from what of it is seen. */
function placeLandmarks(parts: Float32Array, box: Detection['box'], crop: Crop): Point[] {
  const square = Math.max(crop.width, crop.height);
  const [paddingX, paddingY] = [(square - crop.width) / 2, (square - crop.height) / 2];
  return Array.from({ length: parts.length / 2 }, (_, index) => ({
    x: (parts[index * 2] ?? 0) * square - paddingX + box.x,
    y: (parts[index * 2 + 1] ?? 0) * square - paddingY + box.y,
  }));
}

const middleOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

const RELATIVE_SIZE = 0.45;
const RELATIVE_X = 0.5;
const RELATIVE_Y = 0.43;

/** The square that descriptors are made of: face-api's alignment for dlib's net, without rotation. */
function descriptorCrop({ points, crop }: Landmarks, picture: Picture): Crop {
  const [right, left, mouth] = [points.slice(36, 42), points.slice(42, 48), points.slice(48, 68)].map(
    middleOf,
  );
  if (!right || !left || !mouth) throw new Error('there are 68 landmarks');
  const toMouth = (eye: Point) => Math.hypot(mouth.x - eye.x, mouth.y - eye.y);
  const size = Math.floor((toMouth(right) + toMouth(left)) / 2 / RELATIVE_SIZE);
  const middle = middleOf([right, left, mouth]);
  const x = Math.floor(Math.max(0, middle.x - RELATIVE_X * size));
  const y = Math.floor(Math.max(0, middle.y - RELATIVE_Y * size));
  const box = { x, y, width: Math.min(size, crop.width + x), height: Math.min(size, crop.height + y) };
  return clip(box, picture);
}

/** Numbers of a descriptor. */
const DESCRIPTOR_LENGTH = 128;

/** Runs nets on planes that are filled anew for each run: megabytes for each frame would set off the garbage collector every few of them. */
function createRunner({ run }: Runtime) {
  const spare = new Map<NetName, Float32Array<ArrayBuffer>>();
  return async (
    net: NetName,
    side: number,
    fill: (planes: Float32Array<ArrayBuffer>) => void,
  ): Promise<Float32Array[]> => {
    const planes = spare.get(net) ?? new Float32Array(3 * side * side);
    // Nobody else finds them while they are used.
    spare.delete(net);
    fill(planes);
    const outputs = await run(net, planes);
    spare.set(net, planes);
    return outputs;
  };
}

/** Measures faces with nets that a runtime executes: what lies between pixels and nets is the same for every runtime. */
export function createNets(runtime: Runtime, descriptorNet: DescriptorNet = 'descriptor'): Nets {
  const run = createRunner(runtime);
  const first = async (...given: Parameters<typeof run>): Promise<Float32Array> => {
    const [output] = await run(...given);
    if (!output) throw new Error(`the net ${given[0]} gave nothing`);
    return output;
  };
  return {
    runtime: runtime.name,
    detect: async (picture, side) => {
      const whole = { x: 0, y: 0, width: picture.width, height: picture.height };
      const boxes = await first(`detector-${side}`, side, (planes) =>
        resampleSquare(picture, whole, side, DETECTOR_INPUT, false, planes),
      );
      return decodeBoxes(boxes, picture, side, MIN_SCORE);
    },
    landmarks: async (picture, box) => {
      const crop = clip(box, picture);
      if (isEmpty(crop)) return undefined;
      const parts = await first('landmarks', LANDMARK_SIDE, (planes) =>
        resampleSquare(picture, crop, LANDMARK_SIDE, FACE_INPUT, true, planes),
      );
      return { points: placeLandmarks(parts, box, crop), crop };
    },
    descriptor: async (picture, landmarks) => {
      const crop = descriptorCrop(landmarks, picture);
      if (isEmpty(crop)) return new Float32Array(DESCRIPTOR_LENGTH);
      return first(descriptorNet, DESCRIPTOR_SIDE, (planes) =>
        resampleSquare(picture, crop, DESCRIPTOR_SIDE, FACE_INPUT, true, planes),
      );
    },
    mesh: async (picture, landmarks) => {
      const region = meshRegionOf(landmarks);
      const [points, score] = await run('mesh', MESH_SIDE, (planes) => cropRegion(picture, region, planes));
      if (!points || !score) throw new Error('the mesh has points and a score');
      return placeMesh(points, score[0] ?? 0, region);
    },
  };
}
