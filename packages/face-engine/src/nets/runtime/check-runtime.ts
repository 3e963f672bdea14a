import type { NetName, Runtime } from '../nets.ts';

/** What a net answers to the pattern: the mean of its first output's amounts, some of its numbers in even steps, and how far either may be off. */
type Known = { side: number; mean: number; numbers: readonly number[]; tolerance: number };

/**
 * Answers of TensorFlow.js, from which ONNX Runtime on x64 with AVX-512 differs by 1.1e-5, 1.2e-5, 3e-7, 4e-7 and 1.1e-4 at most. The
 * detector answers in numbers up to 30, the mesh in pixels. Sums in another order, as other processors make them, are of that size.
 */
const KNOWN: Readonly<Record<NetName, Known>> = {
  'detector-224': {
    side: 224,
    mean: 4.711797,
    numbers: [1.49237, -0.438951, -2.185773, -20.558191, 0.217806, -0.058859, -0.257788, 0.582809],
    tolerance: 1e-3,
  },
  'detector-416': {
    side: 416,
    mean: 3.871143,
    numbers: [1.49237, -0.608214, -1.894807, -28.435169, 0.217806, 1.243119, -0.104631, 0.318328],
    tolerance: 1e-3,
  },
  landmarks: {
    side: 112,
    mean: 0.5276593,
    numbers: [0.351707, 0.4063177, 0.4088196, 0.5310917, 0.5097088, 0.6150668, 0.5685736, 0.4278398],
    tolerance: 1e-4,
  },
  descriptor: {
    side: 150,
    mean: 0.08714921,
    numbers: [-0.0871181, -0.1636456, -0.1720075, 0.0394243, 0.2542281, -0.1120887, -0.0582325, 0.2218877],
    tolerance: 1e-5,
  },
  // Of ONNX Runtime: sums of whole numbers are the same everywhere, and a step that is rounded otherwise goes this far.
  'descriptor-int8': {
    side: 150,
    mean: 0.08734191,
    numbers: [-0.0664542, -0.1525598, -0.1591275, 0.0441754, 0.235148, -0.1081203, -0.0743065, 0.2294909],
    tolerance: 5e-3,
  },
  mesh: {
    side: 192,
    mean: 65.627344,
    numbers: [94.32058, 121.474594, 40.217476, 155.179306, 27.483398, 119.902779, 95.716919, 116.71521],
    tolerance: 1e-2,
  },
};

/** A pattern of whole steps, which every machine makes to the last bit. */
export const checkPattern = (side: number): Float32Array =>
  Float32Array.from({ length: 3 * side * side }, (_, index) => {
    const [plane, place] = [Math.floor(index / (side * side)), index % (side * side)];
    return (((place % side) * 7 + Math.floor(place / side) * 13 + plane * 29) % 64) / 64;
  });

/** Runs each net once and throws when an answer is not the known one: a runtime that loads can still reckon wrongly. */
export async function checkRuntime({ run }: Runtime, names: readonly NetName[]): Promise<void> {
  for (const name of names) {
    const { side, mean, numbers, tolerance } = KNOWN[name];
    const [output = new Float32Array()] = await run(name, checkPattern(side));
    const found = output.reduce((sum, value) => sum + Math.abs(value), 0) / output.length;
    const isNear = (value: number, known: number) => Math.abs(value - known) <= tolerance;
    const areNear = numbers.every((known, index) =>
      isNear(output[Math.floor((index * output.length) / numbers.length)] ?? Number.NaN, known),
    );
    if (!areNear || !isNear(found, mean))
      throw new Error(`the net ${name} gives other numbers than it should`);
  }
}
