import { invariant } from '../../kernel/base/invariant.ts';

/** Opcodes of WebAssembly 2.0 that the kernel is made of. */
const op = {
  loop: [0x03, 0x40],
  end: [0x0b],
  again: [0x0d, 0],
  add: [0x6a],
  isBelow: [0x49],
  store: [0x36, 2, 0],
  load128: [0xfd, 0x00, 0, 0],
  splat: [0xfd, 0x11],
  lowToI16: [0xfd, 0x87, 0x01],
  highToI16: [0xfd, 0x88, 0x01],
  dotI16: [0xfd, 0xba, 0x01],
  addI32x4: [0xfd, 0xae, 0x01],
} as const;

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const tee = (local: number): number[] => [0x22, local];
const constant = (value: number): number[] => [0x41, value];
const lane = (index: number): number[] => [0xfd, 0x1b, index];

/** Parameters and locals of the one function. */
const [CODES, PROBE, PROBE_END, OUT, OUT_END, AT, SUM, GROUP] = [0, 1, 2, 3, 4, 5, 6, 7];

const advance = (local: number, by: number): number[] => [
  ...get(local),
  ...constant(by),
  ...op.add,
  ...set(local),
];

const dotOf = (half: readonly number[], group: readonly number[], probeAt: readonly number[]): number[] => [
  ...get(SUM),
  ...group,
  ...half,
  ...probeAt,
  ...op.dotI16,
  ...op.addI32x4,
  ...set(SUM),
];

/** For each face, 16 numbers of one byte at a time: their products with the probe's, added in four lanes, and those together. */
const BODY = [
  ...[2, 1, 0x7f, 2, 0x7b],
  ...op.loop,
  ...[...constant(0), ...op.splat, ...set(SUM), ...get(PROBE), ...set(AT)],
  ...op.loop,
  ...[...get(CODES), ...op.load128, ...set(GROUP)],
  ...dotOf(op.lowToI16, get(GROUP), [...get(AT), ...op.load128]),
  ...dotOf(op.highToI16, get(GROUP), [...get(AT), ...[0xfd, 0x00, 0, 16]]),
  ...[...advance(CODES, 16), ...get(AT), ...constant(32), ...op.add, ...tee(AT)],
  ...[...get(PROBE_END), ...op.isBelow, ...op.again, ...op.end],
  ...get(OUT),
  ...[...get(SUM), ...lane(0), ...get(SUM), ...lane(1), ...op.add],
  ...[...get(SUM), ...lane(2), ...op.add, ...get(SUM), ...lane(3), ...op.add],
  ...op.store,
  ...[...get(OUT), ...constant(4), ...op.add, ...tee(OUT)],
  ...[...get(OUT_END), ...op.isBelow, ...op.again, ...op.end],
  ...op.end,
];

/** A number in LEB128, at most two bytes of it. */
const leb = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, value >> 7]);
const section = (id: number, ...content: number[]): number[] => [id, ...leb(content.length), ...content];
const name = (text: string): number[] => [text.length, ...Buffer.from(text)];

const PAGE = 65_536;
const PAGES = 6;
/** Bytes of codes that are compared at a time: a part of what a core keeps near itself. */
const CODE_BYTES = 4 * PAGE;
const OUT_AT = CODE_BYTES;
const PROBE_AT = OUT_AT + PAGE;

const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, 1, 0x60, 5, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0),
  ...section(3, 1, 0),
  ...section(5, 1, 0, PAGES),
  ...section(7, 2, ...name('memory'), 2, 0, ...name('dots'), 0, 0),
  ...section(10, 1, ...leb(BODY.length), ...BODY),
]);

type Dots = (codes: number, probe: number, probeEnd: number, out: number, outEnd: number) => void;

/** Numbers of one byte that are multiplied at a time; the codes of a face are filled up with zeros to a multiple. */
export const GROUP_CODES = 16;

/** Products of faces, as codes of one byte, with one probe, as codes of two, by the SIMD instructions of WebAssembly; its memory is its own and small. */
export class DotKernel {
  readonly #dots: Dots;
  readonly #codes: Int8Array;
  readonly #out: Int32Array;
  readonly #probe: Int16Array;

  constructor() {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(MODULE));
    const { buffer } = exports['memory'] as { buffer: ArrayBuffer };
    this.#dots = exports['dots'] as Dots;
    this.#codes = new Int8Array(buffer, 0, CODE_BYTES);
    this.#out = new Int32Array(buffer, OUT_AT, PAGE / 4);
    this.#probe = new Int16Array(buffer, PROBE_AT, PAGE / 2);
  }

  /** Sets what the next faces are compared with, in a multiple of `GROUP_CODES` numbers. */
  setProbe(probe: Int16Array): void {
    this.#probe.set(probe);
  }

  /** How many faces of so many codes each can be compared at a time. */
  static facesAtOnce(codes: number): number {
    return Math.min(Math.floor(CODE_BYTES / codes), PAGE / 4);
  }

  /** Multiplies each face of `codes` with the probe; what it returns is overwritten by the next call. */
  multiply(codes: Int8Array, codesPerFace: number): Int32Array {
    const faces = codes.length / codesPerFace;
    invariant(faces <= DotKernel.facesAtOnce(codesPerFace), 'so many faces are compared at once');
    this.#codes.set(codes);
    if (faces > 0) this.#dots(0, PROBE_AT, PROBE_AT + 2 * codesPerFace, OUT_AT, OUT_AT + 4 * faces);
    return this.#out.subarray(0, faces);
  }

  /** Overwrites what is left of faces and probe. */
  clear(): void {
    for (const part of [this.#codes, this.#out, this.#probe]) part.fill(0);
  }
}
