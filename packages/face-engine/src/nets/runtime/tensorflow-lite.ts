import { Table } from './flatbuffer.ts';
import { halvesToFloats, type Weights } from './read-weights.ts';

/** Operators by their number in the schema of TensorFlow Lite. */
const OPERATORS = {
  0: 'add',
  3: 'convolution',
  4: 'depthwise-convolution',
  6: 'widening',
  17: 'maximum',
  34: 'padding',
  54: 'prelu',
} as const;

type Operator = (typeof OPERATORS)[keyof typeof OPERATORS];

const HALVES = 1;
const INTEGERS = 2;
const SAME = 0;

/** One step of a graph: what it does, and the numbers of the tensors it reads and writes. */
export type Operation = {
  operator: Operator;
  inputs: number[];
  output: number;
  /** How a window moves, of the operators that have one. */
  sliding: { stride: number; edge: 'same' | 'valid' };
};

/** A graph of TensorFlow Lite: which operation writes a tensor, constants as they lie, and the outputs in their order. */
export type Graph = {
  writerOf(tensor: number): Operation | undefined;
  weights(tensor: number): Weights;
  outputs: number[];
};

const slidingOf = (options: Table | undefined): Operation['sliding'] => ({
  stride: options?.number(1) || 1,
  edge: options?.byte(0) === SAME ? 'same' : 'valid',
});

function readOperation(table: Table, codes: readonly number[]): Operation {
  const code = codes[table.number(0)] ?? -1;
  const operator = OPERATORS[code as keyof typeof OPERATORS];
  const [output] = table.numbers(2);
  if (!operator || output === undefined) throw new Error(`the graph has an unknown operation ${code}`);
  return { operator, inputs: table.numbers(1), output, sliding: slidingOf(table.table(4)) };
}

function readConstant(tensor: Table, buffers: readonly Table[]): Weights {
  const bytes = buffers[tensor.number(2)]?.bytes(0) ?? new Uint8Array();
  const shape = tensor.numbers(0);
  const type = tensor.byte(1);
  if (type === HALVES) return { shape, values: halvesToFloats(new Uint16Array(bytes.buffer)) };
  if (type === INTEGERS) return { shape, values: Float32Array.from(new Int32Array(bytes.buffer)) };
  return { shape, values: new Float32Array(bytes.buffer) };
}

/** Reads the first graph of a model (TensorFlow Lite schema, version 3); constants of half precision are widened. */
export function readGraph(model: Uint8Array): Graph {
  const root = Table.root(model);
  // Codes above 127 stand in a field of their own; the older field then holds 127.
  const codes = root.tables(1).map((code) => Math.max(code.byte(0), code.number(3)));
  const [graph] = root.tables(2);
  if (!graph) throw new Error('the model has no graph');
  const [buffers, tensors] = [root.tables(4), graph.tables(0)];
  const writers = new Map<number, Operation>();
  for (const table of graph.tables(3)) {
    const operation = readOperation(table, codes);
    writers.set(operation.output, operation);
  }
  return {
    writerOf: (tensor) => writers.get(tensor),
    outputs: graph.numbers(2),
    weights: (number) => {
      const writer = writers.get(number);
      const tensor = tensors[writer?.operator === 'widening' ? (writer.inputs[0] ?? -1) : number];
      if (!tensor) throw new Error(`the graph has no tensor ${number}`);
      return readConstant(tensor, buffers);
    },
  };
}
