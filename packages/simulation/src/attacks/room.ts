import type { Picture } from '../picture.ts';
import { drawBetween, type Random } from '../random.ts';

const THINGS = { least: 9, most: 18 };

/** Draws a still room: a wall with light from one side, and things of straight edges and even colours on it. */
export function drawRoom(random: Random, width: number, height: number): Picture {
  const wall = [drawBetween(random, 120, 200), drawBetween(random, 120, 200), drawBetween(random, 115, 195)];
  const [slopeX, slopeY] = [drawBetween(random, -0.06, 0.06), drawBetween(random, -0.08, 0.02)];
  const pixels = new Uint8Array(width * height * 3);
  const set = (x: number, y: number, colour: readonly number[]): void => {
    const at = (y * width + x) * 3;
    const light = slopeX * (x - width / 2) + slopeY * (y - height / 2) + ((x * 7 + y * 13) % 5);
    for (let channel = 0; channel < 3; channel += 1)
      pixels[at + channel] = Math.max(0, Math.min(255, (colour[channel] ?? 0) + light));
  };
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) set(x, y, wall);
  const count = Math.round(drawBetween(random, THINGS.least, THINGS.most));
  for (let thing = 0; thing < count; thing += 1) {
    const [wide, high] = [drawBetween(random, 0.03, 0.3) * width, drawBetween(random, 0.03, 0.35) * height];
    const [left, top] = [random() * (width - wide / 2) - wide / 4, random() * (height - high / 2) - high / 4];
    const colour = wall.map((value) => value + drawBetween(random, -85, 55));
    const [fromX, toX] = [Math.max(0, Math.round(left)), Math.min(width, Math.round(left + wide))];
    const [fromY, toY] = [Math.max(0, Math.round(top)), Math.min(height, Math.round(top + high))];
    for (let y = fromY; y < toY; y += 1) for (let x = fromX; x < toX; x += 1) set(x, y, colour);
  }
  return { width, height, pixels };
}
