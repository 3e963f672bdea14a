import { Worker } from 'node:worker_threads';
import { FRAME_LIMITS, type ImageLimits } from './decode-image.ts';
import { ENGINE_VERSION } from './detect-faces.ts';
import { EngineBusyError, type FaceEngine, type FrameAnalysis } from './face-engine.ts';
import type { PoseRanges } from './pose-ranges.ts';
import { QUEUE_PER_PLACE } from './waiting-line.ts';

/** How many threads measure, how many pictures may wait for them and how long, and the limits of one picture. */
export type EngineOptions = {
  threads: number;
  queueLimit?: number;
  waitLimitMs?: number;
  jobTimeoutMs?: number;
} & Partial<ImageLimits>;

const DEFAULT_JOB_TIMEOUT_MS = 10_000;

/** For a service: under more load than there are threads for, whoever is let in has an answer within about a second. */
export const FRAME_WAIT_LIMIT_MS = 800;
type Job = {
  image: Uint8Array;
  wanted: PoseRanges | undefined;
  sinceMs: number;
  resolve: (analysis: FrameAnalysis) => void;
  reject: (error: Error) => void;
};
type Message =
  | { kind: 'ready' }
  | { kind: 'done'; analysis: FrameAnalysis }
  | { kind: 'broken'; message: string };
type Seat = { worker: Worker; isReady: boolean; job: Job | undefined; timer: NodeJS.Timeout | undefined };

/** Worker threads with one job each; a thread that dies or takes too long fails its job and is replaced. */
class WorkerFaceEngine implements FaceEngine {
  readonly version = ENGINE_VERSION;
  readonly #waiting: Job[] = [];
  readonly #idle: Seat[] = [];
  readonly #seats = new Set<Seat>();
  readonly #queueLimit: number;
  readonly #waitLimitMs: number;
  readonly #jobTimeoutMs: number;
  readonly #limits: ImageLimits;
  #closed = false;

  constructor({ threads, queueLimit, waitLimitMs, jobTimeoutMs, ...limits }: EngineOptions) {
    this.#queueLimit = queueLimit ?? threads * QUEUE_PER_PLACE;
    this.#waitLimitMs = waitLimitMs ?? Number.POSITIVE_INFINITY;
    this.#jobTimeoutMs = jobTimeoutMs ?? DEFAULT_JOB_TIMEOUT_MS;
    this.#limits = { ...FRAME_LIMITS, ...limits };
  }

  /** Adds a thread; resolves when its models are loaded and warm. */
  addThread(): Promise<void> {
    const worker = new Worker(new URL('./face-worker.ts', import.meta.url), {
      workerData: this.#limits,
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
    });
    const seat: Seat = { worker, isReady: false, job: undefined, timer: undefined };
    this.#seats.add(seat);
    return new Promise((resolve, reject) => {
      worker.on('message', (message: Message) => {
        if (message.kind === 'ready') resolve();
        this.#onMessage(seat, message);
      });
      worker.on('error', (error) => {
        reject(error);
        this.#replace(seat, error instanceof Error ? error : new Error(String(error)));
      });
      worker.on('exit', () => {
        const error = new Error('a face engine thread ended');
        reject(error);
        this.#replace(seat, error);
      });
    });
  }

  analyse(image: Uint8Array, wanted?: PoseRanges): Promise<FrameAnalysis> {
    if (this.#closed) return Promise.reject(new EngineBusyError('the face engine is closed'));
    if (this.#waiting.length >= this.#queueLimit) {
      return Promise.reject(new EngineBusyError('too many pictures wait for the face engine'));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ image, wanted, sinceMs: performance.now(), resolve, reject });
      this.#dispatch();
    });
  }

  problem(): string | undefined {
    return this.#seats.size > 0 ? undefined : 'no thread of the face engine runs';
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.reject(new EngineBusyError('the face engine is closed'));
    const workers = [...this.#seats].map(({ worker }) => worker.terminate());
    await Promise.all(workers);
  }

  #onMessage(seat: Seat, message: Message): void {
    clearTimeout(seat.timer);
    seat.isReady = true;
    if (message.kind === 'done') seat.job?.resolve(message.analysis);
    if (message.kind === 'broken') seat.job?.reject(new Error(message.message));
    seat.job = undefined;
    this.#idle.push(seat);
    this.#dispatch();
  }

  #dispatch(): void {
    this.#refuseLate();
    while (this.#waiting.length > 0) {
      const seat = this.#idle.pop();
      if (!seat) return;
      const job = this.#waiting.shift();
      if (!job) return;
      seat.job = job;
      seat.timer = setTimeout(() => {
        this.#replace(seat, new Error('measuring a picture took too long'));
        void seat.worker.terminate();
      }, this.#jobTimeoutMs);
      seat.worker.postMessage({ image: job.image, wanted: job.wanted });
    }
  }

  #refuseLate(): void {
    const before = performance.now() - this.#waitLimitMs;
    while (this.#waiting[0] && this.#waiting[0].sinceMs < before)
      this.#waiting.shift()?.reject(new EngineBusyError('a picture waited too long for the face engine'));
  }

  #replace(seat: Seat, error: Error): void {
    if (!this.#seats.delete(seat)) return;
    clearTimeout(seat.timer);
    seat.job?.reject(error);
    const index = this.#idle.indexOf(seat);
    if (index >= 0) this.#idle.splice(index, 1);
    // A thread that could not even start would fail again and again.
    if (!this.#closed && seat.isReady) void this.addThread().catch(() => undefined);
  }
}

/** Starts the engine and resolves when every thread is warm; a thread that cannot load its models fails the start. */
export async function startFaceEngine(options: EngineOptions): Promise<FaceEngine> {
  const engine = new WorkerFaceEngine(options);
  try {
    await Promise.all(Array.from({ length: options.threads }, () => engine.addThread()));
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}
