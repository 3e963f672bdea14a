import sharp from 'sharp';

/** How many waves of light lie over a take, and how strong each is, in levels of 255. */
const WAVES = 14;
const WAVE_LEVEL = 1;

/** Half waves across or down of each: fine enough to tell takes apart, coarse enough to outlive compression. */
const FIRST_WAVE = 9;
const WAVE_RANGE = 18;

/** A generator of numbers in [0, 1) that are the same for the same seed (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Frame = { width: number; height: number; pixels: Uint8Array };

/** Light that falls unevenly: waves of random direction and phase, over all of the picture. */
function lightUnevenly({ width, height, pixels }: Frame, random: () => number): void {
  const waves = Array.from({ length: WAVES }, () => ({
    across: FIRST_WAVE + random() * WAVE_RANGE,
    down: FIRST_WAVE + random() * WAVE_RANGE,
    phaseAcross: random() * Math.PI,
    phaseDown: random() * Math.PI,
  }));
  const columns = waves.map(({ across, phaseAcross }) =>
    Float32Array.from({ length: width }, (_, x) => Math.cos((Math.PI * across * x) / width + phaseAcross)),
  );
  const levels = new Float64Array(width);
  for (let y = 0; y < height; y += 1) {
    levels.fill(0);
    // Wave by wave, because a row at a time is many times as fast as a place at a time.
    for (const [index, { down, phaseDown }] of waves.entries()) {
      const row = WAVE_LEVEL * Math.cos((Math.PI * down * y) / height + phaseDown);
      const column = columns[index] as Float32Array;
      for (let x = 0; x < width; x += 1) levels[x] = (levels[x] as number) + row * (column[x] as number);
    }
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      for (let channel = at; channel < at + 3; channel += 1)
        pixels[channel] = Math.min(
          255,
          Math.max(0, Math.round((pixels[channel] ?? 0) + (levels[x] as number))),
        );
    }
  }
}

/**
 * The same scene as another camera session would show it: the person sits a little elsewhere, in other light. Take 0 is the picture
 * itself; all frames of one session are of one take.
 */
export async function retake(jpeg: Uint8Array, take: number): Promise<Buffer> {
  if (take === 0) return Buffer.from(jpeg);
  const random = numbersOf(take);
  const { width = 0, height = 0 } = await sharp(jpeg).metadata();
  const share = 0.93 + random() * 0.05;
  const [cutWidth, cutHeight] = [Math.round(width * share), Math.round(height * share)];
  const { data, info } = await sharp(jpeg)
    .extract({
      left: Math.floor(random() * (width - cutWidth)),
      top: Math.floor(random() * (height - cutHeight)),
      width: cutWidth,
      height: cutHeight,
    })
    .resize(width, height, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  lightUnevenly({ width: info.width, height: info.height, pixels: data }, random);
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}
