import { setTimeout as pause } from 'node:timers/promises';
import { FACE_ENGINE_LIMITS, type FaceEngineAnswer } from '@titular/contract';
import { BoundedQueue, QUEUE_PER_PLACE } from '../engine/bounded-queue.ts';
import type { EngineLog } from '../engine/engine-log.ts';
import {
  EngineBusyError,
  EngineUnavailableError,
  EngineUnusableError,
  type FaceEngine,
} from '../engine/face-engine.ts';
import type { FrameOwner } from '../engine/fair-queue.ts';
import { type MeshReader, type NetsLocation, startMeshReader } from '../engine/worker-face-engine.ts';
import {
  decodeImage,
  encodeDecoded,
  FRAME_LIMITS,
  type ImageLimits,
  MEASURED_SIDE,
  shrinkDecoded,
} from '../image/decode-image.ts';
import { boxAround } from '../measure/box-around.ts';
import { type AskedPoses, describeFaces, type SeenFace } from '../measure/describe-faces.ts';
import type { FrameAnalysis } from '../measure/frame-analysis.ts';
import type { PoseRanges } from '../measure/pose-ranges.ts';
import { scaleFace } from '../measure/scale-face.ts';
import type { FaceChip } from '../solidity/face-chip.ts';
import type { ReliefAxis, ReliefReading } from '../solidity/relief.ts';
import type { EngineAccess } from './ask-face-engine.ts';
import { askOneOf, type Choice } from './ask-one-of.ts';
import {
  announcesInside,
  type DetectedFace,
  type EngineIdentity,
  identityOf,
} from './parse-engine-answer.ts';
import { askProbe, makeProbe, messageOf, type Probe } from './probe-engine.ts';
import { measureReferences, type ReferenceFace } from './reference-faces.ts';
import { WatchedAddress } from './watched-address.ts';

/**
 * An operator's engine: its address, or several of the same engine, how many pictures each gets at once, and how long it may take.
 * `random` gives [0, 1); `stopping` ends a start that waits.
 */
export type HttpEngineOptions = {
  urls: readonly string[];
  secret: string | undefined;
  atOnce: number;
  log: EngineLog;
  /** Words for the failure of a connection, from those of the system. */
  connectionWords: (message: string) => string;
  random: () => number;
  queueLimit?: number;
  callTimeoutMs?: number;
  startLimitMs?: number;
  watchEveryMs?: number;
  stopping?: AbortSignal;
} & NetsLocation &
  Partial<ImageLimits>;

const CALL_TIMEOUT_MS = 5_000;
const WAIT_LIMIT_MS = 10_000;
const START_LIMIT_MS = 60_000;
const WATCH_EVERY_MS = 5_000;
const START_PAUSE_MS = 1_000;

/** The ways to the engine, one for each address. The secret is looked up for each call: it may change while the service runs. */
const accessesOf = (options: HttpEngineOptions): EngineAccess[] =>
  options.urls.map((url) => ({
    url,
    timeoutMs: options.callTimeoutMs ?? CALL_TIMEOUT_MS,
    connectionWords: options.connectionWords,
    get secret() {
      return options.secret;
    },
  }));

/** What an engine was found to be at its start, and the picture by which it is known again. */
type Found = { identity: EngineIdentity; probe: Probe };

/** An engine behind HTTP: pictures are decoded and cleaned here, faces found there; each picture is sent once, or once more to another address of the engine. */
class HttpFaceEngine implements FaceEngine {
  readonly version: string;
  readonly #limits: ImageLimits;
  readonly #line: BoundedQueue;
  readonly #meshes: MeshReader;
  readonly #log: EngineLog;
  readonly #addresses: readonly WatchedAddress[];
  readonly #choice: Choice;
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(options: HttpEngineOptions, { identity, probe }: Found, meshes: MeshReader) {
    const { atOnce, queueLimit, log, random, watchEveryMs = WATCH_EVERY_MS } = options;
    const { maximumBytes, maximumPixels, decodeTimeoutSeconds } = { ...FRAME_LIMITS, ...options };
    const accesses = accessesOf(options);
    const places = atOnce * accesses.length;
    this.#choice = { atOnce, random };
    this.version = identity.version;
    this.#meshes = meshes;
    this.#limits = { maximumBytes, maximumPixels, decodeTimeoutSeconds };
    this.#line = new BoundedQueue(() => atOnce * this.#usable(), queueLimit ?? places * QUEUE_PER_PLACE);
    this.#log = log;
    this.#addresses = accesses.map(
      (access) =>
        new WatchedAddress({
          ...{ access, probe, identity, random, watchEveryMs },
          line: this.#line,
          closing: this.#closing.signal,
          track: (work) => this.#track(work),
          onChange: (problem) => this.#tell(access, problem),
        }),
    );
  }

  async analyse(
    image: Uint8Array,
    required?: PoseRanges,
    owner?: FrameOwner,
    lastPose?: PoseRanges,
  ): Promise<FrameAnalysis> {
    if (this.#closing.signal.aborted) throw new EngineBusyError('the face engine is closed');
    const problem = this.problem();
    if (problem) throw new EngineUnavailableError(problem);
    const work = () => this.#measure(image, { required, lastPose }, owner);
    return this.#track(this.#line.run(work, { limitMs: WAIT_LIMIT_MS, owner }));
  }

  measureRelief(
    front: FaceChip,
    moved: FaceChip,
    axis: ReliefAxis,
    owner?: FrameOwner,
  ): Promise<ReliefReading> {
    return this.#track(this.#meshes.measureRelief(front, moved, axis, owner));
  }

  /** Why no address can be used; one that can is enough. */
  problem(): string | undefined {
    const [first, ...others] = this.#addresses;
    return others.some(({ problem }) => problem === undefined) ? undefined : first?.problem;
  }

  /** Addresses that can be used; one at least, so that probes are sent. */
  #usable(): number {
    return Math.max(1, this.#addresses.filter(({ problem }) => problem === undefined).length);
  }

  /** Probes every address now. */
  async checkAll(): Promise<void> {
    await Promise.all(this.#addresses.map((address) => address.check()));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const address of this.#addresses) address.stop();
    this.#line.clear(new EngineBusyError('the face engine is closed'));
    await Promise.allSettled([...this.#underWay, this.#meshes.close()]);
  }

  #track<Result>(work: Promise<Result>): Promise<Result> {
    const tracked = work.finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
    return tracked;
  }

  async #measure(image: Uint8Array, asked: AskedPoses, owner?: FrameOwner): Promise<FrameAnalysis> {
    const picture = await decodeImage(image, this.#limits, FACE_ENGINE_LIMITS.pictureSide);
    if (picture.kind === 'refused') return picture;
    const [jpeg, measured] = await Promise.all([
      encodeDecoded(picture),
      shrinkDecoded(picture, MEASURED_SIDE),
    ]);
    const { width, height } = picture;
    const faces = await askOneOf(
      this.#addresses,
      { jpeg, width, height },
      this.#choice,
      this.#closing.signal,
    );
    const factor = measured.width / width;
    const scaled = faces.map((face) => scaleFace(face, factor));
    const look = async ({ landmarks, descriptor }: DetectedFace): Promise<SeenFace> => ({
      landmarks,
      mesh: await this.#meshes.read(measured, boxAround(landmarks), owner),
      describe: async () => descriptor,
    });
    return describeFaces({ measured, finest: picture }, scaled, look, asked);
  }

  #tell({ url }: EngineAccess, problem: string | undefined): void {
    const where = this.#addresses.length > 1 ? { address: url } : {};
    if (problem === undefined) {
      this.#log.warn(where, 'the face engine can be used again');
      return;
    }
    this.#log.error({ ...where, problem }, 'the face engine cannot be used');
    const all = this.problem();
    if (all) this.#line.clear(new EngineUnavailableError(all));
  }
}

/** Does what asks the engine until it succeeds, a minute at most; `EngineUnusableError` when it does not, and at once where it throws that. */
async function untilAnswered<Result>(
  options: HttpEngineOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const { log, random, startLimitMs, stopping } = options;
  const giveUpMs = performance.now() + (startLimitMs ?? START_LIMIT_MS);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      stopping?.throwIfAborted();
      if (error instanceof EngineUnusableError) throw error;
      const problem = messageOf(error);
      const pauseMs = START_PAUSE_MS * (0.5 + random());
      if (performance.now() + pauseMs > giveUpMs)
        throw new EngineUnusableError(`names no usable engine: ${problem}.`);
      log.warn({ problem }, 'waiting for the face engine');
      await pause(pauseMs, undefined, { signal: stopping });
    }
  }
}

/** The first address in the order of the setting that answers the probe by the contract; a fault with the words of all when none does. */
async function findAnswer(
  options: HttpEngineOptions,
  probe: Probe,
  stopping: AbortSignal,
): Promise<{ access: EngineAccess; answer: FaceEngineAnswer }> {
  const accesses = accessesOf(options);
  const asked = await Promise.allSettled(accesses.map((access) => askProbe(access, probe, stopping)));
  for (const [index, probed] of asked.entries()) {
    const access = accesses[index];
    if (access && probed.status === 'fulfilled') return { access, answer: probed.value.answer };
  }
  const reasons = asked.flatMap((one) => (one.status === 'rejected' ? [messageOf(one.reason)] : []));
  throw new Error([...new Set(reasons)].join('; '));
}

/** Has the engine outside answer all reference faces like the one inside; `EngineUnusableError` when it answers otherwise. */
async function proveInside(
  references: readonly ReferenceFace[],
  access: EngineAccess,
  stopping: AbortSignal,
): Promise<void> {
  for (const reference of references) {
    const { problem } = await askProbe(access, reference, stopping);
    if (problem) throw new EngineUnusableError(`cannot be used: ${problem}.`);
  }
}

/** What engine it is, proven where it announces the one inside. */
async function findEngine(options: HttpEngineOptions): Promise<Found> {
  const stopping = options.stopping ?? new AbortController().signal;
  const plain = await makeProbe();
  let references: ReferenceFace[] | undefined;
  return untilAnswered(options, async () => {
    const { access, answer } = await findAnswer(options, plain, stopping);
    if (!announcesInside(answer)) return { identity: identityOf(answer, false), probe: plain };
    references ??= await measureReferences(options);
    await proveInside(references, access, stopping);
    // From here on each probe proves it anew.
    return { identity: identityOf(answer, true), probe: references[0] ?? plain };
  });
}

/**
 * Starts with the version of an engine that answers by the contract; throws `EngineUnusableError` if none does within a
 * minute. A process of our own measures the face mesh, which no engine has to provide. An engine that announces the
 * version of the one inside, and answers as it does, keeps that version. Of several addresses the first in order that
 * answers says what engine it is; those with another are not used.
 */
export async function startHttpFaceEngine(options: HttpEngineOptions): Promise<FaceEngine> {
  const found = await findEngine(options);
  const engine = new HttpFaceEngine(options, found, await startMeshReader(options));
  if (options.urls.length > 1) await engine.checkAll();
  return engine;
}
