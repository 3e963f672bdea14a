import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * A face in one of the group photographs that ship with the face-api package: the middle between the outer eye corners and the chin,
 * in pixels of the file, and the degrees by which the head has to be turned to face the camera.
 */
export type Person = {
  file: string;
  eyes: { x: number; y: number };
  chin: { x: number; y: number };
  straightenDegrees: number;
};

/** People whose descriptors lie more than 0.6 apart. */
export const PERSONS = {
  a: { file: 'sample6.jpg', eyes: { x: 1275, y: 425 }, chin: { x: 1269, y: 583 }, straightenDegrees: -5 },
  b: { file: 'sample5.jpg', eyes: { x: 472, y: 986 }, chin: { x: 494, y: 1172 }, straightenDegrees: -5 },
  c: { file: 'sample6.jpg', eyes: { x: 1581, y: 379 }, chin: { x: 1540, y: 555 }, straightenDegrees: 3 },
} as const satisfies Record<string, Person>;

/** Names of the people. */
export type PersonName = keyof typeof PERSONS;

const require = createRequire(import.meta.url);

/** Path of a photograph in the installed package. */
export const photographOf = ({ file }: Pick<Person, 'file'>): string =>
  join(dirname(require.resolve('@vladmandic/face-api/package.json')), 'demo', file);
