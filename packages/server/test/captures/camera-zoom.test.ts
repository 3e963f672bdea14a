import { randomInt } from 'node:crypto';
import { decodeImage, FRAME_LIMITS } from '@titular/face-engine/image/decode-image.ts';
import { seededRandom } from '@titular/lab/calibration/resample-persons.ts';
import { judgeZoom } from '@titular/server/captures/attack-signals/camera-zoom.ts';
import { BYSTANDERS, type Bystander } from '@titular/simulation/attacks/bystanders.ts';
import { cutOut } from '@titular/test-kit/faces/bystanders.ts';
import { encodeJpeg, type Picture } from '@titular/test-kit/faces/head-warp.ts';
import { expect, test } from 'vitest';

const GROWTHS = [1.12, 1.15, 1.18] as const;
const SHAPES = [
  { width: 640, height: 480 },
  { width: 480, height: 640 },
] as const;

type Face = { x: number; y: number; width: number; height: number };

/** The person moved: all within the head is turned over about its middle. */
function turnOver({ width, height, pixels }: Picture, face: Face): Picture {
  const [middleX, middleY] = [(face.x + face.width / 2) * width, (face.y + face.height / 2) * height];
  const [halfX, halfY] = [0.7 * face.width * width, 0.8 * face.height * height];
  const turned = Uint8Array.from(pixels);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = Math.round(2 * middleX - x);
      if (Math.hypot((x - middleX) / halfX, (y - middleY) / halfY) > 1 || from < 0 || from >= width) continue;
      for (let channel = 0; channel < 3; channel += 1)
        turned[(y * width + x) * 3 + channel] = pixels[(y * width + from) * 3 + channel] ?? 0;
    }
  }
  return { width, height, pixels: turned };
}

/** Through a camera: other light, noise of the sensor, JPEG, and measured as frames are. */
async function film({ width, height, pixels }: Picture, light: number, random: () => number) {
  const noisy = pixels.map((value) => Math.min(255, Math.max(0, value * light + (random() - 0.5) * 14)));
  const decoded = await decodeImage(await encodeJpeg({ width, height, pixels: noisy }, 85), FRAME_LIMITS);
  if (decoded.kind !== 'decoded') throw new Error(decoded.reason);
  return decoded;
}

/** What is found between two frames of a person, of which the second grew by `growth` and was claimed to have grown by `claimed`. */
async function findingOf(person: Bystander, growth: number, claimed: number, random: () => number) {
  const shape = SHAPES[Math.floor(random() * SHAPES.length)] ?? SHAPES[0];
  const share = 0.3 + random() * 0.2;
  const part = (share * Math.min(shape.width, shape.height)) / shape.height;
  const aside = (random() - 0.5) * 0.1;
  const drift = (random() - 0.5) * 0.08;
  const before = await cutOut(person, { part, aside, ...shape });
  const now = { part: part * growth, aside: aside * growth + drift };
  const width = (person[3] / person[4]) * now.part * (shape.height / shape.width);
  const face = { x: 0.5 + now.aside - width / 2, y: 0.5 - now.part / 2, width, height: now.part };
  const after = turnOver(await cutOut(person, { ...now, ...shape }), face);
  return judgeZoom(
    await film(before, 1, random),
    await film(after, 0.85 + random() * 0.3, random),
    face,
    claimed,
  );
}

test('a zoom is seen in what is around the person, and one that is only claimed is not, of 21 people whatever they do with their heads (R62)', async () => {
  const seed = randomInt(2 ** 31);
  const random = seededRandom(seed);
  const found = { zoomed: [] as string[], held: [] as string[] };
  for (const person of BYSTANDERS) {
    const growth = GROWTHS[Math.floor(random() * GROWTHS.length)] ?? 1.2;
    found.zoomed.push(await findingOf(person, growth, growth, random));
    found.held.push(await findingOf(person, 1, growth, random));
  }
  const count = (from: string[], finding: string) => from.filter((one) => one === finding).length;
  expect(count(found.zoomed, 'unchanged'), `seed ${seed}`).toBe(0);
  expect(count(found.zoomed, 'grown'), `seed ${seed}`).toBeGreaterThanOrEqual(19);
  expect(count(found.held, 'grown'), `seed ${seed}`).toBe(0);
  expect(count(found.held, 'unchanged'), `seed ${seed}`).toBeGreaterThanOrEqual(19);
});

test('before a plain wall nothing is told of a zoom either way (R62)', async () => {
  const seed = randomInt(2 ** 31);
  const random = seededRandom(seed);
  const wall = { width: 640, height: 480, pixels: new Uint8Array(640 * 480 * 3).fill(150) };
  const face = { x: 0.4, y: 0.35, width: 0.2, height: 0.3 };
  const finding = judgeZoom(await film(wall, 1, random), await film(wall, 1, random), face, 1.2);
  expect(finding, `seed ${seed}`).toBe('unclear');
});
