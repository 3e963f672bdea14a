import sharp from 'sharp';
import { encodeJpeg, type Head, type Picture, turnHead } from './head-warp.ts';
import { PERSONS, type PersonName, photographOf } from './persons.ts';
import { viewFrame } from './pose-frame.ts';

/** Size of a camera picture, in pixels. */
const WIDTH = 640;
const HEIGHT = 480;

/** Distance from the eyes to the chin in the camera picture, in pixels. */
const EYES_TO_CHIN = 125;

/** The head around them, in the same measure: its middle lies below the eyes, its half axes reach hair and ears. */
const MIDDLE_BELOW_EYES = 0.3;
const HEAD_HALF_WIDTH = 0.85;
const HEAD_HALF_HEIGHT = 1.2;

/** Where the person's surroundings, with other people in them, have given way to a wall. */
const WALL_FROM = 1.15;
const WALL_FULL = 1.55;
const WALL = { red: 176, green: 182, blue: 186 };

/** A person before the wall, and where the head is. */
export type Scene = { picture: Picture; head: Head };

const scenes = new Map<PersonName, Promise<Scene>>();

/** A wall with a little light from above, so that no pixel is like the next. */
export function wallAt(x: number, y: number, channel: number): number {
  const base = [WALL.red, WALL.green, WALL.blue][channel] ?? 0;
  return base - (y / HEIGHT) * 30 + ((x * 7 + y * 13) % 5);
}

function standBeforeWall(picture: Picture, head: Head): Picture {
  const pixels = new Uint8Array(picture.pixels);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const distance = Math.hypot((x - head.x) / head.halfWidth, (y - head.y) / head.halfHeight);
      const wall = Math.min(1, Math.max(0, (distance - WALL_FROM) / (WALL_FULL - WALL_FROM)));
      if (wall === 0) continue;
      for (let channel = 0; channel < 3; channel += 1) {
        const at = (y * WIDTH + x) * 3 + channel;
        pixels[at] = Math.round((pixels[at] ?? 0) * (1 - wall) + wallAt(x, y, channel) * wall);
      }
    }
  }
  return { ...picture, pixels };
}

async function makeScene(name: PersonName): Promise<Scene> {
  const { eyes, chin, straightenDegrees } = PERSONS[name];
  const scale = EYES_TO_CHIN / Math.hypot(chin.x - eyes.x, chin.y - eyes.y);
  const middle = {
    x: eyes.x + (chin.x - eyes.x) * MIDDLE_BELOW_EYES,
    y: eyes.y + (chin.y - eyes.y) * MIDDLE_BELOW_EYES,
  };
  const [width, height] = [Math.round(WIDTH / scale), Math.round(HEIGHT / scale)];
  const margin = 600;
  const padded = await sharp(photographOf(PERSONS[name]))
    .extend({ top: margin, bottom: margin, left: margin, right: margin, extendWith: 'mirror' })
    .toBuffer();
  const pixels = await sharp(padded)
    .extract({
      left: Math.round(middle.x - width / 2) + margin,
      top: Math.round(middle.y - height / 2) + margin,
      width,
      height,
    })
    .resize(WIDTH, HEIGHT, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const head: Head = {
    x: WIDTH / 2,
    y: HEIGHT / 2,
    halfWidth: EYES_TO_CHIN * HEAD_HALF_WIDTH,
    halfHeight: EYES_TO_CHIN * HEAD_HALF_HEIGHT,
  };
  const facing = turnHead({ width: WIDTH, height: HEIGHT, pixels }, head, straightenDegrees);
  return { picture: standBeforeWall(facing, head), head };
}

/** The scene of a person who faces the camera, 640 by 480; made once. */
export const sceneOf = (name: PersonName): Promise<Scene> => {
  const known = scenes.get(name) ?? makeScene(name);
  scenes.set(name, known);
  return known;
};

/** A living person in a room with the head turned by so many degrees, positive to the person's left; 640 by 480 JPEG. */
export const turnedFrame = (name: PersonName, degrees: number): Promise<Buffer> =>
  viewFrame(name, { yawDegrees: degrees });

/** The photograph before a wall, bent by computer as if the head turned: what an attacker makes of one photograph. */
export async function warpedFrame(name: PersonName, degrees: number): Promise<Buffer> {
  const { picture, head } = await sceneOf(name);
  return encodeJpeg(degrees === 0 ? picture : turnHead(picture, head, degrees));
}

/** A living person who faces the camera. */
export const portraitOf = (name: PersonName): Promise<Buffer> => turnedFrame(name, 0);

/** Two people side by side, each facing the camera. */
export async function pairOf(left: PersonName, right: PersonName): Promise<Buffer> {
  const halves = await Promise.all(
    [left, right].map(async (name) =>
      sharp(await portraitOf(name))
        .extract({ left: WIDTH / 4, top: 0, width: WIDTH / 2, height: HEIGHT })
        .toBuffer(),
    ),
  );
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#fff' } })
    .composite(halves.map((input, index) => ({ input, left: (index * WIDTH) / 2, top: 0 })))
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** The wall without anybody, or the inside of a pocket. */
export async function emptyFrame(kind: 'wall' | 'dark'): Promise<Buffer> {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3);
  if (kind === 'wall') {
    for (let at = 0; at < pixels.length; at += 1) {
      const place = Math.floor(at / 3);
      pixels[at] = wallAt(place % WIDTH, Math.floor(place / WIDTH), at % 3);
    }
  }
  return encodeJpeg({ width: WIDTH, height: HEIGHT, pixels });
}
