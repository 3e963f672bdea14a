import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** The box of a face in one of the group photographs that ship with the face-api package, in pixels of the file. */
export type Bystander = readonly [file: string, x: number, y: number, width: number, height: number];

/** Every face of those photographs that lies whole in its picture: in the dark and in the sun, laughing, looking down, half turned, before blinds. All are young women without glasses, so that they stand for few of the people who come. */
export const BYSTANDERS: readonly Bystander[] = [
  ['sample1.jpg', 390, 407, 236, 203],
  ['sample1.jpg', 819, 456, 223, 216],
  ['sample1.jpg', 1464, 226, 230, 210],
  ['sample2.jpg', 1434, 183, 244, 231],
  ['sample2.jpg', 871, 291, 204, 183],
  ['sample3.jpg', 1012, 246, 337, 284],
  ['sample3.jpg', 592, 393, 233, 236],
  ['sample3.jpg', 1451, 335, 287, 261],
  ['sample4.jpg', 625, 98, 252, 228],
  ['sample4.jpg', 203, 215, 258, 244],
  ['sample4.jpg', 965, 248, 204, 202],
  ['sample4.jpg', 1237, 194, 189, 201],
  ['sample5.jpg', 326, 914, 254, 276],
  ['sample5.jpg', 726, 139, 246, 213],
  ['sample5.jpg', 584, 463, 212, 220],
  ['sample5.jpg', 1088, 248, 204, 183],
  ['sample5.jpg', 1361, 433, 267, 247],
  ['sample6.jpg', 1433, 312, 298, 265],
  ['sample6.jpg', 637, 384, 242, 264],
  ['sample6.jpg', 1145, 370, 264, 245],
  ['sample6.jpg', 212, 540, 281, 254],
];

/** Path of one of those photographs in the installed package. */
export const groupPhotograph = (file: string): string =>
  join(dirname(require.resolve('@vladmandic/face-api/package.json')), 'demo', file);
