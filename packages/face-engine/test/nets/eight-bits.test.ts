import { startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';
import { euclideanDistance } from '@titular/face-engine/measure/comparison.ts';
import { EIGHT_BIT_NET, NET_NAMES, type Runtime } from '@titular/face-engine/nets/nets.ts';
import { openNets } from '@titular/face-engine/nets/open-nets.ts';
import { quantiseFilters, stepOf } from '@titular/face-engine/nets/runtime/eight-bits.ts';
import { BYSTANDERS } from '@titular/simulation/attacks/bystanders.ts';
import { bystanderFrame } from '@titular/test-kit/faces/bystanders.ts';
import { expect, onTestFinished, test } from 'vitest';

/** Persons on whom no range of the net was measured. */
const HELD_OUT = BYSTANDERS.filter((_, index) => index % 2 === 1);

async function describedBy(precision: 'float32' | 'int8', frames: readonly Buffer[]) {
  const engine = await startFaceEngine({ threads: 1, precision });
  onTestFinished(() => engine.close());
  const descriptors: Float32Array[] = [];
  for (const frame of frames) {
    const analysis = await engine.analyse(frame);
    const identity = analysis.kind === 'analysed' ? analysis.face?.identity : undefined;
    descriptors.push(identity?.descriptor ?? expect.unreachable('a face'));
  }
  return { version: engine.version, descriptors };
}

test('descriptors in 8 bits tell persons apart as those in floats do, under a version of their own (R65)', async () => {
  const frames = await Promise.all(
    HELD_OUT.flatMap((one) => [0.4, 0.7].map((part) => bystanderFrame(one, { part }))),
  );
  const [floats, bytes] = [await describedBy('float32', frames), await describedBy('int8', frames)];
  expect(bytes.version).not.toBe(floats.version);
  for (const [one, descriptor] of floats.descriptors.entries()) {
    const inBytes = bytes.descriptors[one] ?? expect.unreachable();
    const apart = euclideanDistance(descriptor, inBytes);
    expect(apart).toBeLessThan(0.08);
    expect(apart).toBeGreaterThan(0);
    for (let other = 0; other < one; other += 1) {
      const distance = euclideanDistance(descriptor, floats.descriptors[other] ?? expect.unreachable());
      const distanceInBytes = euclideanDistance(inBytes, bytes.descriptors[other] ?? expect.unreachable());
      expect(Math.abs(distance - distanceInBytes)).toBeLessThan(0.04);
    }
  }
});

const missing = async (): Promise<Runtime> => {
  throw new Error('no binary for this system');
};

test('without native code nothing describes faces in 8 bits, instead of in floats under its version', async () => {
  const names = NET_NAMES.map((name) => (name === 'descriptor' ? EIGHT_BIT_NET : name));
  const wasm = (): Promise<Runtime> =>
    expect.unreachable('WebAssembly gives the descriptors of another version');
  await expect(openNets({ names }, { native: missing, wasm })).rejects.toThrow('no binary for this system');
});

test('filters use 7 bits, so that two products of them and a byte never saturate 16 bits', () => {
  const values = Float32Array.from({ length: 600 }, (_, at) => Math.sin(at * 7.3) * (1 + (at % 13)));
  const { values: quantised, scales } = quantiseFilters(values, 20);
  const most = quantised.reduce((so, value) => Math.max(so, Math.abs(value)), 0);
  expect(most).toBe(64);
  expect(2 * 255 * most).toBeLessThan(2 ** 15);
  for (const [at, value] of values.entries()) {
    const scale = scales[Math.floor(at / 30)] ?? expect.unreachable();
    expect(Math.abs((quantised[at] ?? 0) * scale - value)).toBeLessThanOrEqual(scale * 0.501);
  }
});

test.each([
  { least: -0.4815, most: 0.591 },
  { least: 0, most: 11.4 },
  { least: -11.9, most: 9.9 },
])(
  'zero is exact in the range of $least to $most, and both ends are within half a step',
  ({ least, most }) => {
    const { scale, zero } = stepOf({ least, most });
    expect(Number.isInteger(zero)).toBe(true);
    expect(zero).toBeGreaterThanOrEqual(0);
    expect(zero).toBeLessThanOrEqual(255);
    expect(Math.abs((0 - zero) * scale - least)).toBeLessThanOrEqual(scale * 0.501);
    expect(Math.abs((255 - zero) * scale - most)).toBeLessThanOrEqual(scale * 0.501);
  },
);
