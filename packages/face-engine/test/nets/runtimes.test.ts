import { readHeadPose } from '@titular/face-engine/measure/head-pose.ts';
import type { NetName, Nets, Runtime } from '@titular/face-engine/nets/nets.ts';
import { type OpenedNets, openNets } from '@titular/face-engine/nets/open-nets.ts';
import type { Picture } from '@titular/face-engine/nets/resample.ts';
import { BYSTANDERS } from '@titular/simulation/attacks/bystanders.ts';
import { bystanderFrame } from '@titular/test-kit/faces/bystanders.ts';
import { turnedFrame } from '@titular/test-kit/faces/portraits.ts';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';

let native: OpenedNets;
let wasm: OpenedNets;
beforeAll(async () => {
  native = await openNets({ runtime: 'native' });
  wasm = await openNets({ runtime: 'wasm' });
});

async function read(jpeg: Uint8Array): Promise<Picture> {
  const { data, info } = await sharp(jpeg)
    .resize(400)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

async function measure(nets: Nets, picture: Picture) {
  const [face] = [...(await nets.detect(picture, 224)), ...(await nets.detect(picture, 416))];
  if (!face) throw new Error('a face');
  const landmarks = await nets.landmarks(picture, face.box);
  if (!landmarks) throw new Error('it lies in the picture');
  const [descriptor, mesh] = [
    await nets.descriptor(picture, landmarks),
    await nets.mesh(picture, landmarks.points),
  ];
  return { box: Object.values(face.box), descriptor, mesh };
}

const largest = (one: ArrayLike<number>, other: ArrayLike<number>): number =>
  Array.from(one).reduce((most, value, index) => Math.max(most, Math.abs(value - (other[index] ?? 0))), 0);

test('WebAssembly finds the same boxes, descriptors and meshes as native code, of 30 faces (R65)', async () => {
  const frames = await Promise.all([
    ...BYSTANDERS.map((one) => bystanderFrame(one, { part: 0.5 })),
    ...(['a', 'b', 'c'] as const).flatMap((who) => [0, 25, -25].map((degrees) => turnedFrame(who, degrees))),
  ]);
  expect(frames).toHaveLength(30);
  for (const frame of frames) {
    const picture = await read(frame);
    const [one, other] = [await measure(native, picture), await measure(wasm, picture)];
    expect(largest(one.box, other.box)).toBeLessThan(1e-2);
    expect(largest(one.descriptor, other.descriptor)).toBeLessThan(1e-5);
    expect(largest(one.mesh.points, other.mesh.points)).toBeLessThan(2e-2);
    const [pose, otherPose] = [readHeadPose(one.mesh), readHeadPose(other.mesh)];
    expect(Math.abs((pose?.pitchDegrees ?? 0) - (otherPose?.pitchDegrees ?? 0))).toBeLessThan(0.05);
  }
}, 900_000);

/** A native runtime that is off in one net by so much. */
const wrongBy = (net: NetName, amount: number) => async (): Promise<Runtime> => ({
  name: 'native',
  run: async (name, planes) => {
    const { openNativeRuntime } = await import('@titular/face-engine/nets/runtime/native-runtime.ts');
    const { readNetFile } = await import('@titular/face-engine/nets/runtime/net-files.ts');
    const genuine = await openNativeRuntime([name], (one) => readNetFile(undefined, one));
    const outputs = await genuine.run(name, planes);
    return outputs.map((output) => (name === net ? output.map((value) => value + amount) : output));
  },
});

/** The runtime that was opened before stands in for WebAssembly: one process can open it once. */
const opened = async (): Promise<Runtime> => ({
  name: 'wasm',
  run: async (name, planes) => {
    const { openNativeRuntime } = await import('@titular/face-engine/nets/runtime/native-runtime.ts');
    const { readNetFile } = await import('@titular/face-engine/nets/runtime/net-files.ts');
    return (await openNativeRuntime([name], (one) => readNetFile(undefined, one))).run(name, planes);
  },
});

test('a native runtime that reckons wrongly, or does not load, is not used, and why is told', async () => {
  const names = ['landmarks', 'descriptor'] as const;
  const wrong = await openNets({ names }, { native: wrongBy('descriptor', 1e-4), wasm: opened });
  expect(wrong).toMatchObject({ runtime: 'wasm', problem: expect.stringContaining('descriptor') });
  const missing = async (): Promise<Runtime> => {
    throw new Error('no binary for this system');
  };
  const fallen = await openNets({ names }, { native: missing, wasm: opened });
  expect(fallen).toMatchObject({ runtime: 'wasm', problem: 'no binary for this system' });
  await expect(openNets({ names, runtime: 'native' }, { native: missing, wasm: opened })).rejects.toThrow(
    'no binary',
  );
});

test('no runtime is used whose numbers are wrong, even if it is the only one', async () => {
  const wrong = wrongBy('landmarks', 1e-2);
  await expect(openNets({ names: ['landmarks'] }, { native: wrong, wasm: wrong })).rejects.toThrow(
    'other numbers',
  );
});
