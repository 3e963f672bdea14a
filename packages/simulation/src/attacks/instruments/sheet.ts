import sharp from 'sharp';
import type { Picture } from '../../picture.ts';
import { eyeDistance, type FaceLayout, layoutOf, middleOf } from '../face-layout.ts';
import { halve, type Point } from '../look-at.ts';

/** A picture of a face with its points, 68 of the landmark model or 468 of the face mesh, in pixels of the picture. */
export type FacePhotograph = { picture: Picture; points: readonly Point[] };

/** A photograph made ready to be held to a camera: eyes level, the face in the middle at the size that the camera shall see. */
export type Sheet = {
  full: Picture;
  half: Picture;
  points: readonly Point[];
  layout: FaceLayout;
  /** Distance of the outer eye corners, in pixels of the sheet. */
  eyes: number;
  /** The middle of the face, between eyes and chin. */
  centre: Point;
};

/** Twice the camera's picture, so that a tilted sheet fills it with the photograph's own surroundings. */
const SHEET = { width: 1280, height: 960 };

/** Of the way from eyes to chin. */
const MIDDLE_OF_FACE = 0.42;

/** From and to where surroundings give way to their own blur, in distances from eyes to chin about the middle of the face; below the chin the body stays. */
const PORTRAIT = { from: 1.35, to: 1.9, sigma: 26 };

/** Blurs what is around the person, as the portrait mode of a phone does, so that nobody else is in the picture. */
async function blurAround(
  { width, height, pixels }: Picture,
  centre: Point,
  length: number,
): Promise<Picture> {
  const raw = { width, height, channels: 3 as const };
  const blurred = await sharp(pixels, { raw }).blur(PORTRAIT.sigma).raw().toBuffer();
  const mixed = new Uint8Array(pixels.length);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      const dx = x - centre.x;
      const dy = y - centre.y;
      const down = dy > 0 ? dy * 0.8 : dy;
      const away = Math.sqrt(dx * dx + down * down) / length;
      const part = Math.min(1, Math.max(0, (away - PORTRAIT.from) / (PORTRAIT.to - PORTRAIT.from)));
      for (let channel = at; channel < at + 3; channel += 1)
        mixed[channel] = (pixels[channel] as number) * (1 - part) + (blurred[channel] as number) * part + 0.5;
    }
  }
  return { width, height, pixels: mixed };
}

const mirror = (place: number, length: number): number => {
  const period = 2 * (length - 1);
  const within = ((place % period) + period) % period;
  return within < length ? within : period - within;
};

/** The photograph turned by `roll` radians about a place, which comes to the middle of the sheet; beyond its rim it is mirrored. */
function straighten(source: Picture, about: Point, roll: number): Picture {
  const { width, height } = SHEET;
  const pixels = new Uint8Array(width * height * 3);
  const [cos, sin] = [Math.cos(roll), Math.sin(roll)];
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const dx = x - width / 2;
      const dy = y - height / 2;
      const fromX = mirror(about.x + dx * cos - dy * sin, source.width);
      const fromY = mirror(about.y + dx * sin + dy * cos, source.height);
      const left = Math.min(source.width - 2, Math.floor(fromX));
      const top = Math.min(source.height - 2, Math.floor(fromY));
      const fx = fromX - left;
      const fy = fromY - top;
      const at = (top * source.width + left) * 3;
      const below = at + source.width * 3;
      for (let channel = 0; channel < 3; channel += 1, to += 1) {
        const upper =
          (source.pixels[at + channel] as number) * (1 - fx) +
          (source.pixels[at + 3 + channel] as number) * fx;
        const lower =
          (source.pixels[below + channel] as number) * (1 - fx) +
          (source.pixels[below + 3 + channel] as number) * fx;
        pixels[to] = upper * (1 - fy) + lower * fy + 0.5;
      }
    }
  }
  return { width, height, pixels };
}

/** Makes a photograph ready; `eyes` is the distance of the outer eye corners that the camera sees while the person faces it, in pixels. */
export async function prepareSheet({ picture, points }: FacePhotograph, eyes: number): Promise<Sheet> {
  const before = layoutOf(points);
  const scale = eyes / eyeDistance(before);
  const size = {
    width: Math.max(2, Math.round(picture.width * scale)),
    height: Math.max(2, Math.round(picture.height * scale)),
  };
  const pixels = await sharp(picture.pixels, {
    raw: { width: picture.width, height: picture.height, channels: 3 },
  })
    .resize(size.width, size.height, { fit: 'fill' })
    .raw()
    .toBuffer();
  const { rightEye, leftEye, chin } = before;
  const between = middleOf(rightEye, leftEye);
  const about = {
    x: (between.x + (chin.x - between.x) * MIDDLE_OF_FACE) * scale,
    y: (between.y + (chin.y - between.y) * MIDDLE_OF_FACE) * scale,
  };
  const roll = Math.atan2(leftEye.y - rightEye.y, leftEye.x - rightEye.x);
  const straight = straighten({ ...size, pixels }, about, roll);
  const [cos, sin] = [Math.cos(roll), Math.sin(roll)];
  const centre = { x: SHEET.width / 2, y: SHEET.height / 2 };
  const length = Math.hypot(chin.x - between.x, chin.y - between.y) * scale;
  const full = await blurAround(straight, centre, length);
  const placed = points.map(({ x, y }): Point => {
    const [dx, dy] = [x * scale - about.x, y * scale - about.y];
    return { x: centre.x + dx * cos + dy * sin, y: centre.y - dx * sin + dy * cos };
  });
  return { full, half: halve(full), points: placed, layout: layoutOf(placed), eyes, centre };
}
