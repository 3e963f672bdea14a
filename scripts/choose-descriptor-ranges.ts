import { type DecodedImage, decodeImage, FRAME_LIMITS } from '@titular/face-engine/image/decode-image.ts';
import { euclideanDistance } from '@titular/face-engine/measure/comparison.ts';
import { createNets, NET_NAMES, type Runtime } from '@titular/face-engine/nets/nets.ts';
import type { BlobRange } from '@titular/face-engine/nets/runtime/eight-bits.ts';
import { makeNet } from '@titular/face-engine/nets/runtime/make-net.ts';
import { openNativeRuntime } from '@titular/face-engine/nets/runtime/native-runtime.ts';
import type { Layer, Net } from '@titular/face-engine/nets/runtime/net.ts';
import { encodeOnnx } from '@titular/face-engine/nets/runtime/onnx.ts';
import { BYSTANDERS, type Bystander } from '@titular/simulation/attacks/bystanders.ts';
import { bystanderFrame, type Framing } from '@titular/test-kit/faces/bystanders.ts';

// Usage: node scripts/choose-descriptor-ranges.ts
// Prints the ranges of the blobs of the descriptor net, chosen on one half of the persons, and what 8 bits change on the other half.

const FRAMINGS: readonly Framing[] = [{ part: 0.35 }, { part: 0.5, aside: 0.1 }, { part: 0.8 }];
/** Black and white of the net's input: the mean of a colour is taken from it, and 255 is one. */
const PICTURE: BlobRange = { least: -122.782 / 255, most: (255 - 104.298) / 255 };

async function pictureOf(person: Bystander, framing: Framing): Promise<DecodedImage> {
  const decoded = await decodeImage(await bystanderFrame(person, framing), FRAME_LIMITS);
  if (decoded.kind === 'refused') throw new Error(decoded.reason);
  return decoded;
}

/** What the descriptor net is given of each face. */
async function planesOf(persons: readonly Bystander[]): Promise<Float32Array[]> {
  const names = NET_NAMES.filter((name) => name !== 'mesh');
  const runtime = await openNativeRuntime(names, async (name) => encodeOnnx(await makeNet(name)));
  let given = new Float32Array();
  const listening: Runtime = {
    ...runtime,
    run: (name, planes) => {
      if (name === 'descriptor') given = planes.slice();
      return runtime.run(name, planes);
    },
  };
  const nets = createNets(listening);
  const all: Float32Array[] = [];
  for (const person of persons) {
    for (const framing of FRAMINGS) {
      const picture = await pictureOf(person, framing);
      const [face] = [...(await nets.detect(picture, 224)), ...(await nets.detect(picture, 416))];
      const landmarks = face && (await nets.landmarks(picture, face.box));
      if (!landmarks) continue;
      await nets.descriptor(picture, landmarks);
      all.push(given);
    }
  }
  return all;
}

/** A sum is rounded once it has passed its activation; what the mean and the last layer read and give stays in floats. */
function keptBlobs({ layers }: Net): string[] {
  const isRead = (layer: Layer, index: number): boolean =>
    layer.kind !== 'sum' &&
    layer.kind !== 'mean' &&
    layer.kind !== 'dense' &&
    layers[index + 1]?.kind !== 'mean';
  return layers.filter(isRead).map(({ output }) => output.name);
}

const net = await makeNet('descriptor');
const kept = new Set(keptBlobs(net));
const outputs = net.layers.map(({ output }) => output).filter(({ name }) => kept.has(name));
const chosen = BYSTANDERS.filter((_, index) => index % 2 === 0);
const held = BYSTANDERS.filter((_, index) => index % 2 === 1);
const runtimeOf = (onnx: Uint8Array): Promise<Runtime> => openNativeRuntime(['descriptor'], async () => onnx);
const all = await runtimeOf(encodeOnnx({ ...net, outputs }));
const ranges = new Map<string, BlobRange>([[net.input.name, PICTURE]]);
for (const planes of await planesOf(chosen)) {
  for (const [index, values] of (await all.run('descriptor', planes)).entries()) {
    const name = outputs[index]?.name ?? '';
    const { least, most } = ranges.get(name) ?? { least: 0, most: 0 };
    ranges.set(name, {
      least: values.reduce((so, value) => Math.min(so, value), least),
      most: values.reduce((so, value) => Math.max(so, value), most),
    });
  }
}
// What only moves values keeps the steps of what it moves.
for (const layer of net.layers)
  if (layer.kind === 'maximum' || layer.kind === 'extension') {
    const range = ranges.get(layer.input.name);
    if (range && kept.has(layer.output.name)) ranges.set(layer.output.name, range);
  }
const round = (value: number): number => Number(value.toFixed(3));
for (const [name, { least, most }] of ranges) console.log(`  ['${name}', ${round(least)}, ${round(most)}],`);

const [inFloats, inBytes] = [await runtimeOf(encodeOnnx(net)), await runtimeOf(encodeOnnx(net, ranges))];
const describe = async ({ run }: Runtime, planes: Float32Array): Promise<Float32Array> =>
  (await run('descriptor', planes))[0]?.slice() ?? new Float32Array();
const pairs: [inFloats: Float32Array, inBytes: Float32Array][] = [];
for (const planes of await planesOf(held))
  pairs.push([await describe(inFloats, planes), await describe(inBytes, planes)]);
const told = (values: readonly number[]): string => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return `${mean.toFixed(4)}, most ${Math.max(...values).toFixed(4)}, n = ${values.length}`;
};
const moved = pairs.flatMap(([one, oneInBytes], index) =>
  pairs
    .slice(0, index)
    .map(([other, otherInBytes]) =>
      Math.abs(euclideanDistance(one, other) - euclideanDistance(oneInBytes, otherInBytes)),
    ),
);
console.log(
  `Of the other persons, distance of a descriptor from that in floats: mean ${told(pairs.map(([one, other]) => euclideanDistance(one, other)))}`,
);
console.log(`Change of the distance of two faces: mean ${told(moved)}`);
