import type { FaceLibrary } from './face-api-library.ts';

/** A tensor as kernels know it; its values lie on the heap of the backend. */
type Values = { shape: number[]; dtype: string };
type Backend = {
  makeOutput(shape: number[], dtype: string): Values;
  typedArrayFromHeap(tensor: Values): Float32Array;
};
type Call = { inputs: Values[]; backend: Backend; attrs: { axis: number } };
type Kernel = { kernelName: string; backendName: string; kernelFunc(call: Call): Values };

/** The part of TensorFlow.js in which kernels are known by name. */
export type KernelRegistry = {
  getKernel(name: string, backend: string): Kernel;
  registerKernel(kernel: Kernel): void;
  unregisterKernel(name: string, backend: string): void;
};

/** The backend copies piece by piece: where each piece is one number, calling for the copy takes far longer than the copy. */
const isOfSingles = ({ inputs, attrs }: Call): boolean =>
  inputs.length > 1 &&
  inputs.every(
    ({ shape, dtype }) => dtype === 'float32' && attrs.axis === shape.length - 1 && shape.at(-1) === 1,
  );

function interleave({ inputs, backend }: Call): Values {
  const [first] = inputs;
  if (!first) throw new Error('there is something to put together');
  const out = backend.makeOutput([...first.shape.slice(0, -1), inputs.length], first.dtype);
  // Asked for after the output was made: making it may move the heap.
  const values = backend.typedArrayFromHeap(out);
  for (const [index, input] of inputs.entries()) {
    const from = backend.typedArrayFromHeap(input);
    for (let at = 0; at < from.length; at += 1) values[at * inputs.length + index] = from[at] as number;
  }
  return out;
}

/** Puts channels together in one loop in this thread: the same numbers, in a fraction of the time that face-api spends on it for each face. */
export function quickenConcat({ tensorFlow }: Pick<FaceLibrary, 'tensorFlow'>): void {
  const plain = tensorFlow.getKernel('Concat', 'wasm');
  tensorFlow.unregisterKernel('Concat', 'wasm');
  tensorFlow.registerKernel({
    ...plain,
    kernelFunc: (call) => (isOfSingles(call) ? interleave(call) : plain.kernelFunc(call)),
  });
}
