/** Longest side of a frame sent to the server, in pixels. */
const MAX_SIDE = 640;

/** Size of a frame with the picture's proportions and no side above the longest; a small picture is not enlarged. */
export function decideFrameSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** How bright a picture is: `black` shows nothing at all, as a covered lens does; `dim` wants more light. */
export type Brightness = 'black' | 'dim' | 'bright';

/** Share of pixels that have to show a colour; a face alone in a grey room shows far more. */
const leastColoured = 0.005;
const leastChroma = 14;

/** Whether a picture, given as RGBA pixels, is bright and yet without colours, as one of infrared light is. */
export function isGreyPicture(rgba: ArrayLike<number>): boolean {
  if (decideBrightness(rgba) !== 'bright') return false;
  let coloured = 0;
  for (let at = 0; at + 2 < rgba.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = [rgba[at], rgba[at + 1], rgba[at + 2]];
    if (Math.max(red, green, blue) - Math.min(red, green, blue) >= leastChroma) coloured += 1;
  }
  return coloured < (leastColoured * rgba.length) / 4;
}

/** Decides from RGBA pixels; a dark room still has some bright or noisy pixels, a covered lens has none. */
export function decideBrightness(rgba: ArrayLike<number>): Brightness {
  let sum = 0;
  let highest = 0;
  for (let at = 0; at + 2 < rgba.length; at += 4) {
    const luma = 0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0);
    sum += luma;
    highest = Math.max(highest, luma);
  }
  const mean = sum / Math.max(1, rgba.length / 4);
  if (highest < 24 && mean < 10) return 'black';
  return mean < 45 ? 'dim' : 'bright';
}
