import { setTimeout as pause } from 'node:timers/promises';
import { FACE_ENGINE_LIMITS, type FaceEngineAnswer } from '@titular/contract';
import sharp from 'sharp';
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
import type { FaceChip } from '../solidity/face-chip.ts';
import type { ReliefAxis, ReliefReading } from '../solidity/relief.ts';
import { askFaceEngine, type EngineAccess } from './ask-face-engine.ts';
import {
  announcesInside,
  type DetectedFace,
  type EngineIdentity,
  identityOf,
  identityProblem,
  parseEngineAnswer,
  readFaces,
  scaleFace,
} from './parse-engine-answer.ts';
import { proofProblem } from './prove-engine.ts';
import { measureReferences, type ReferenceFace } from './reference-faces.ts';

/** An operator's engine: where it is, how many pictures it gets at once, how long it may take; `random` gives [0, 1), `stopping` ends a start that waits. */
export type HttpEngineOptions = {
  url: string;
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
const PROBE_SIDE = 320;

/** A picture that the engine has to answer; with a descriptor, as the engine inside does. */
type Probe = Pick<ReferenceFace, 'jpeg' | 'side'> & Partial<Pick<ReferenceFace, 'descriptor'>>;

/** What every call needs. */
type ProvenAccess = EngineAccess & { probe: Probe };

/** The secret is looked up for each call: it may change while the service runs. */
const accessWith = (options: HttpEngineOptions, probe: Probe): ProvenAccess => ({
  url: options.url,
  timeoutMs: options.callTimeoutMs ?? CALL_TIMEOUT_MS,
  probe,
  connectionWords: options.connectionWords,
  get secret() {
    return options.secret;
  },
});

/** Nobody's picture. */
const makeProbe = async (): Promise<Probe> => ({
  side: PROBE_SIDE,
  jpeg: await sharp({
    create: { width: PROBE_SIDE, height: PROBE_SIDE, channels: 3, background: '#888' },
  })
    .jpeg()
    .toBuffer(),
});

const ask = async (way: EngineAccess, jpeg: Uint8Array, stopping: AbortSignal): Promise<FaceEngineAnswer> =>
  parseEngineAnswer(await askFaceEngine(way, jpeg, stopping));

/** The answer to a probe, and what is wrong with it though it keeps to the contract. */
type Probed = { answer: FaceEngineAnswer; problem: string | undefined };

async function askProbe(way: EngineAccess, probe: Probe, stopping: AbortSignal): Promise<Probed> {
  const { jpeg, side, descriptor } = probe;
  const answer = await ask(way, jpeg, stopping);
  const faces = readFaces(answer, { width: side, height: side });
  return { answer, problem: descriptor && proofProblem(faces, { descriptor }) };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** An engine behind HTTP: pictures are decoded and cleaned here, faces found there; each picture is sent once. */
class HttpFaceEngine implements FaceEngine {
  readonly version: string;
  readonly #identity: EngineIdentity;
  readonly #way: ProvenAccess;
  readonly #limits: ImageLimits;
  readonly #line: BoundedQueue;
  readonly #meshes: MeshReader;
  readonly #log: EngineLog;
  readonly #watchEveryMs: number;
  readonly #random: () => number;
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #problem: string | undefined;
  #answeredMs = performance.now();

  constructor(options: HttpEngineOptions, way: ProvenAccess, identity: EngineIdentity, meshes: MeshReader) {
    const { atOnce, queueLimit, log, random, watchEveryMs } = options;
    const { maximumBytes, maximumPixels, decodeTimeoutSeconds } = { ...FRAME_LIMITS, ...options };
    this.version = identity.version;
    this.#identity = identity;
    this.#way = way;
    this.#meshes = meshes;
    this.#limits = { maximumBytes, maximumPixels, decodeTimeoutSeconds };
    this.#line = new BoundedQueue(atOnce, queueLimit ?? atOnce * QUEUE_PER_PLACE);
    this.#log = log;
    this.#random = random;
    this.#watchEveryMs = watchEveryMs ?? WATCH_EVERY_MS;
    this.#watchLater();
  }

  async analyse(
    image: Uint8Array,
    required?: PoseRanges,
    owner?: FrameOwner,
    lastPose?: PoseRanges,
  ): Promise<FrameAnalysis> {
    if (this.#closing.signal.aborted) throw new EngineBusyError('the face engine is closed');
    if (this.#problem) throw new EngineUnavailableError(this.#problem);
    return this.#track(
      this.#line
        .run(() => this.#measure(image, { required, lastPose }, owner), { limitMs: WAIT_LIMIT_MS, owner })
        .catch((error: unknown) => {
          // One picture says little of the engine; the probe tells whether it is still there.
          if (!(error instanceof EngineBusyError)) void this.#check();
          throw error;
        }),
    );
  }

  measureRelief(
    front: FaceChip,
    moved: FaceChip,
    axis: ReliefAxis,
    owner?: FrameOwner,
  ): Promise<ReliefReading> {
    return this.#track(this.#meshes.measureRelief(front, moved, axis, owner));
  }

  problem(): string | undefined {
    return this.#problem;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
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
    const answer = await ask(this.#way, jpeg, this.#closing.signal);
    const problem = identityProblem(answer, this.#identity);
    if (problem) throw new Error(problem);
    const faces = readFaces(answer, picture);
    this.#answeredMs = performance.now();
    const factor = measured.width / picture.width;
    const scaled = faces.map((face) => scaleFace(face, factor));
    const look = async ({ landmarks, descriptor }: DetectedFace): Promise<SeenFace> => ({
      landmarks,
      mesh: await this.#meshes.read(measured, boxAround(landmarks), owner),
      describe: async () => descriptor,
    });
    return describeFaces({ measured, finest: picture }, scaled, look, asked);
  }

  #watchLater(): void {
    if (this.#closing.signal.aborted) return;
    const delayMs = this.#watchEveryMs * (0.75 + this.#random() / 2);
    this.#timer = setTimeout(() => {
      const isFresh = !this.#problem && performance.now() - this.#answeredMs < this.#watchEveryMs;
      void (isFresh ? Promise.resolve() : this.#check()).then(() => this.#watchLater());
    }, delayMs).unref();
  }

  /** Asks for the probe's answer, once for all who want to know now; never rejects. */
  #check(): Promise<void> {
    if (this.#closing.signal.aborted) return Promise.resolve();
    this.#checking ??= this.#track(this.#probe()).finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #probe(): Promise<void> {
    try {
      const { answer, problem } = await this.#line.run(
        () => askProbe(this.#way, this.#way.probe, this.#closing.signal),
        { limitMs: WAIT_LIMIT_MS, isUrgent: true },
      );
      this.#answeredMs = performance.now();
      this.#note(identityProblem(answer, this.#identity) ?? problem);
    } catch (error) {
      // A full engine is there.
      if (!(error instanceof EngineBusyError)) this.#note(messageOf(error));
    }
  }

  #note(problem: string | undefined): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    if (problem === undefined) {
      this.#log.warn('the face engine can be used again');
      return;
    }
    this.#log.error({ problem }, 'the face engine cannot be used');
    this.#line.clear(new EngineUnavailableError(problem));
  }
}

/** Waits until the engine answers the probe by the contract, a minute at most; `EngineUnusableError` when it does not. */
async function findAnswer(options: HttpEngineOptions, way: ProvenAccess): Promise<FaceEngineAnswer> {
  const { log, random, startLimitMs, stopping } = options;
  const giveUpMs = performance.now() + (startLimitMs ?? START_LIMIT_MS);
  for (;;) {
    try {
      return (await askProbe(way, way.probe, stopping ?? new AbortController().signal)).answer;
    } catch (error) {
      stopping?.throwIfAborted();
      const problem = messageOf(error);
      const pauseMs = START_PAUSE_MS * (0.5 + random());
      if (performance.now() + pauseMs > giveUpMs)
        throw new EngineUnusableError(`names no usable engine: ${problem}.`);
      log.warn({ problem }, 'waiting for the face engine');
      await pause(pauseMs, undefined, { signal: stopping });
    }
  }
}

/** The reference faces, as the engine outside has answered all of them like the one inside; `EngineUnusableError` when it has not. */
async function proveInside(options: HttpEngineOptions, way: EngineAccess): Promise<ReferenceFace[]> {
  const references = await measureReferences(options);
  for (const reference of references) {
    const { problem } = await askProbe(way, reference, options.stopping ?? new AbortController().signal);
    if (problem) throw new EngineUnusableError(`cannot be used: ${problem}.`);
  }
  return references;
}

/**
 * Starts with the version of an engine that answers by the contract; throws `EngineUnusableError` if none does within a
 * minute. A process of our own measures the face mesh, which no engine has to provide. An engine that announces the
 * version of the one inside, and answers as it does, keeps that version.
 */
export async function startHttpFaceEngine(options: HttpEngineOptions): Promise<FaceEngine> {
  const way = accessWith(options, await makeProbe());
  const answer = await findAnswer(options, way);
  const [reference] = announcesInside(answer) ? await proveInside(options, way) : [];
  const identity = identityOf(answer, reference !== undefined);
  // From here on each probe proves it anew.
  const watched = reference ? accessWith(options, reference) : way;
  return new HttpFaceEngine(options, watched, identity, await startMeshReader(options));
}
