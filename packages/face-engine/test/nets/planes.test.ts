import { setImmediate as pass } from 'node:timers/promises';
import { createNets, type Runtime } from '@titular/face-engine/nets/nets.ts';
import type { Picture } from '@titular/face-engine/nets/resample.ts';
import { openNativeRuntime } from '@titular/face-engine/nets/runtime/native-runtime.ts';
import { NetBuilder } from '@titular/face-engine/nets/runtime/net.ts';
import { encodeOnnx } from '@titular/face-engine/nets/runtime/onnx.ts';
import { expect, test } from 'vitest';

const SIDE = 120;

const pictureOf = (seed: number): Picture => ({
  width: SIDE,
  height: SIDE,
  pixels: Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, at) => (at * 7 + seed * 31) % 251),
});

/** Gives back what it was given, when others had time to write over it. */
const echo: Runtime = {
  name: 'native',
  run: async (_net, planes) => {
    await pass();
    return [planes.slice(6000, 6136)];
  },
};

test('pictures that are measured at once are given to the nets each by itself', async () => {
  const nets = createNets(echo);
  const pictures = [1, 2, 3].map(pictureOf);
  const box = { x: 4, y: 6, width: 100, height: 90 };
  const inTurn = [];
  for (const picture of pictures) inTurn.push(await nets.landmarks(picture, box));
  const atOnce = await Promise.all(pictures.map((picture) => nets.landmarks(picture, box)));
  expect(atOnce).toEqual(inTurn);
  expect(new Set(inTurn.map((one) => one?.points[40]?.x)).size).toBe(3);
});

const CHANNELS = 16;

/** A convolution of one cell with a slope for each channel, some of them steeper than the positive side, some falling. */
const FILTERS = Float32Array.from({ length: 3 * CHANNELS }, (_, at) => ((at * 5) % 11) / 5 - 1);
const SLOPES = Float32Array.from({ length: CHANNELS }, (_, at) => (at / (CHANNELS - 1)) * 3 - 1.6);

test('a slope for each channel is what it is by its definition, wherever the runtime keeps the values (R65)', async () => {
  const builder = new NetBuilder('mesh', 8);
  const output = builder.convolve(builder.input, { shape: [1, 1, 3, CHANNELS], values: FILTERS }, undefined, {
    activation: { kind: 'prelu', slopes: SLOPES },
  });
  const onnx = encodeOnnx(builder.build([output]));
  const { run } = await openNativeRuntime(['mesh'], async () => onnx);
  const planes = Float32Array.from({ length: 3 * 64 }, (_, at) => ((at * 13) % 29) / 14 - 1);
  const [found = new Float32Array()] = await run('mesh', planes);
  const expected = Array.from({ length: CHANNELS * 64 }, (_, at) => {
    const [channel, place] = [Math.floor(at / 64), at % 64];
    const sum = [0, 1, 2].reduce(
      (so, plane) => so + (planes[plane * 64 + place] ?? 0) * (FILTERS[plane * CHANNELS + channel] ?? 0),
      0,
    );
    return sum > 0 ? sum : sum * (SLOPES[channel] ?? 0);
  });
  expect(found).toHaveLength(expected.length);
  expect(expected.filter((value) => value < 0).length).toBeGreaterThan(100);
  for (const [at, value] of expected.entries()) expect(Math.abs((found[at] ?? 0) - value)).toBeLessThan(2e-6);
});
