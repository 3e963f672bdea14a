import sharp from 'sharp';
import { decodePicture, encodeJpeg, type Picture } from '../picture.ts';

/** How one screen stands before one camera. */
type Setting = {
  /** Pixels of the camera for one pixel of the screen. */
  pitch: number;
  /** Of the screen against the camera, in radians, and how much smaller it gets from one side of the picture to the other. */
  angle: number;
  recession: number;
  /** Where a pixel of the screen begins. */
  phase: { x: number; y: number };
  /** What black becomes by reflected light, 0 to 255, and what is left of the difference to white. */
  black: number;
  contrast: number;
  /** Where the rim of the screen stands in the picture, in pixels from its left edge; beyond it is the dark frame. */
  rim: number;
  /** Of the lens, in pixels of the camera, and of the JPEG. */
  blurSigma: number;
  quality: number;
};

/** How much of the side of a camera pixel takes light. */
const APERTURE = 0.9;
/** Of a pixel of the screen: the lit rows, and what is dark on each side of a stripe. */
const LIT_ROW = 0.8;
const DARK_STRIPE = 0.1;
const FRAME_LIGHT = 22;

/** Numbers in [0, 1) that follow from a seed. */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 1_013_904_223) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

function drawSetting(seed: number): Setting {
  const random = randomFrom(seed);
  const between = (low: number, high: number): number => low + random() * (high - low);
  return {
    pitch: between(0.45, 1.4),
    angle: between(0.01, 0.07) * (random() < 0.5 ? -1 : 1),
    recession: between(-0.04, 0.04),
    phase: { x: random(), y: random() },
    black: between(14, 34),
    contrast: between(0.72, 0.88),
    rim: between(8, 26),
    blurSigma: between(0.5, 1.1),
    quality: Math.round(between(80, 92)),
  };
}

/** How much of what lies from 0 to `at` is lit, when of each whole the part between `from` and `to` is. */
const litUntil = (at: number, from: number, to: number): number =>
  Math.floor(at) * (to - from) + Math.min(to - from, Math.max(0, at - Math.floor(at) - from));

/** The lit part of what lies within `half` of a place. */
const litAround = (at: number, half: number, from: number, to: number): number =>
  (litUntil(at + half, from, to) - litUntil(at - half, from, to)) / (2 * half);

/** Light of a colour that one camera pixel gathers, as a share of the whole screen's. Each screen pixel has a red, a green and a blue stripe, with dark gaps between and below. */
function gather(column: number, row: number, half: number, channel: number): number {
  const from = (channel + DARK_STRIPE) / 3;
  const to = (channel + 1 - DARK_STRIPE) / 3;
  return (litAround(column, half, from, to) / (to - from)) * (litAround(row, half, 0, LIT_ROW) / LIT_ROW);
}

function film(picture: Picture, setting: Setting): Picture {
  const { width, height } = picture;
  const half = APERTURE / 2 / setting.pitch;
  const pixels = new Uint8Array(width * height * 3);
  const [cos, sin] = [Math.cos(setting.angle), Math.sin(setting.angle)];
  for (let y = 0, at = 0; y < height; y += 1) {
    const frameEnd = setting.rim + y * Math.tan(setting.angle);
    const fromY = y - height / 2;
    for (let x = 0; x < width; x += 1) {
      // Where on the screen, in its own pixels, the place lies.
      const fromX = x - width / 2;
      const shrink = (1 + (setting.recession * fromX) / (width / 2)) / setting.pitch;
      const column = (fromX * cos - fromY * sin) * shrink + setting.phase.x;
      const row = (fromX * sin + fromY * cos) * shrink + setting.phase.y;
      for (let channel = 0; channel < 3; channel += 1, at += 1) {
        const light = picture.pixels[at] as number;
        const shown = light * gather(column, row, half, channel);
        const seen = x < frameEnd ? FRAME_LIGHT : setting.black + shown * setting.contrast;
        pixels[at] = Math.min(255, Math.round(seen));
      }
    }
  }
  return { width, height, pixels };
}

/**
 * Shows a picture as a camera sees it on a screen: a slight tilt, moiré with the camera's pixels, raised black, less
 * contrast, the screen's edge, a lens. The seed draws the distance, the tilt and the light.
 */
export async function filmedFromScreen(jpeg: Uint8Array, { seed }: { seed: number }): Promise<Buffer> {
  const setting = drawSetting(seed);
  const filmed = film(await decodePicture(jpeg), setting);
  const blurred = await sharp(filmed.pixels, {
    raw: { width: filmed.width, height: filmed.height, channels: 3 },
  })
    .blur(setting.blurSigma)
    .raw()
    .toBuffer();
  return encodeJpeg({ ...filmed, pixels: blurred }, setting.quality);
}
