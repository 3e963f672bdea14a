import { setTimeout as pause } from 'node:timers/promises';
import { QUEUE_PER_PLACE } from './bounded-queue.ts';
import type { EngineLog } from './engine-log.ts';
import { EngineBusyError } from './face-engine.ts';
import { FairQueue, type FrameOwner } from './fair-queue.ts';
import type { WorkerJob, WorkerReady, WorkerResults, WorkerSettings } from './messages.ts';
import { isCrash, isLastingCrash, WorkerEndedError, WorkerProcess } from './worker-process.ts';

/**
 * How many processes measure, and within what time one that ended is replaced. How many pictures may wait for them, how long each may wait
 * and take, and what is logged where.
 */
export type PoolOptions = {
  processes: number;
  settings: WorkerSettings;
  queueLimit?: number | undefined;
  waitLimitMs?: number | undefined;
  jobTimeoutMs?: number | undefined;
  replaceLimitMs?: number | undefined;
  log?: Pick<EngineLog, 'info' | 'warn'> | undefined;
};

const DEFAULT_JOB_TIMEOUT_MS = 10_000;

/** A picture that ends two processes is given up; and so is one that this many had before they ended, begun or not. */
const MAX_DEATHS = 2;
const MAX_STARTS = 5;

/** The answer for a picture of a page at which two processes crashed: it counts as one that the decoder refuses, so its sender cannot go on for ever. */
const CRASHING: WorkerResults['frame'] = { kind: 'refused', reason: 'damaged' };

/** So many crashes in a row before any process is ready are the native runtime's own. */
const MAX_START_CRASHES = 2;

/** A process that is not replaced by then counts as gone, and waiting for the others is bounded again. */
const DEFAULT_REPLACE_LIMIT_MS = 30_000;

/** Pause before a process is started again that could not start, and the longest: it doubles each time. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;

type Job = {
  job: WorkerJob;
  sinceMs: number;
  /** Processes that it was given to, those of them that ended after they had begun it, and those that crashed then. */
  starts: number;
  deaths: number;
  crashes: number;
  resolve(result: unknown): void;
  reject(error: Error): void;
};

/** Processes with one job each. One that dies or takes too long is replaced, and another does its job, once. A picture that ends two processes fails alone, and one at which both crash is refused. */
export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #queueLimit: number;
  readonly #waiting = new FairQueue<Job>();
  readonly #workers = new Set<WorkerProcess>();
  readonly #idle: WorkerProcess[] = [];
  readonly #closing = new AbortController();
  readonly #lanes: Promise<void>[] = [];
  #settings: WorkerSettings;
  #ready = 0;
  #hasRun = false;
  #startCrashes = 0;
  /** When all processes last came to run, and when one of them was lost last. */
  #fullSinceMs = 0;
  #lostAtMs = performance.now();
  #problem: string | undefined;

  private constructor(options: PoolOptions) {
    this.#options = options;
    this.#settings = options.settings;
    this.#queueLimit = options.queueLimit ?? options.processes * QUEUE_PER_PLACE;
  }

  /** Starts the processes; rejects when one of them cannot load its nets. */
  static async start(options: PoolOptions): Promise<WorkerPool> {
    const pool = new WorkerPool(options);
    try {
      const started = Array.from({ length: options.processes }, () => pool.#addLane());
      const [first] = await Promise.all(started);
      if (first) pool.#tellRuntime(first);
      return pool;
    } catch (error) {
      await pool.close();
      throw error;
    }
  }

  /**
   * Does a job when its owner's turn comes; throws `EngineBusyError` when too many wait or it waited too long, and a fault when it broke or
   * ended two processes. In a full queue whoever has the most there gives way.
   */
  run<Kind extends WorkerJob['kind']>(
    job: Extract<WorkerJob, { kind: Kind }>,
    owner?: FrameOwner,
  ): Promise<WorkerResults[Kind]> {
    if (this.#closing.signal.aborted) return Promise.reject(new EngineBusyError('the face engine is closed'));
    if (this.#waiting.size >= this.#queueLimit) {
      const full = new EngineBusyError('too many pictures wait for the face engine');
      const displaced = this.#waiting.displace(owner);
      if (!displaced) return Promise.reject(full);
      displaced.reject(full);
    }
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.push(
        { job, sinceMs: performance.now(), starts: 0, deaths: 0, crashes: 0, resolve, reject },
        owner,
      );
      this.#dispatch();
    }) as Promise<WorkerResults[Kind]>;
  }

  /** Why nothing can be measured now; undefined also while the first process that ended is being replaced. */
  problem(): string | undefined {
    return this.#ready > 0 ? undefined : this.#problem;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const job of this.#waiting.takeOut(() => true))
      job.reject(new EngineBusyError('the face engine is closed'));
    for (const worker of this.#workers) worker.kill();
    await Promise.all(this.#lanes);
  }

  /** Keeps one process running until the pool is closed; resolves when the first of them is ready. */
  #addLane(): Promise<WorkerReady> {
    const started = Promise.withResolvers<WorkerReady>();
    this.#lanes.push(this.#keep(started));
    return started.promise;
  }

  async #keep(started: PromiseWithResolvers<WorkerReady>): Promise<void> {
    let [wasReady, pauseMs] = [false, FIRST_PAUSE_MS];
    while (!this.#closing.signal.aborted) {
      const { runtime } = this.#settings;
      const worker = new WorkerProcess(this.#settings);
      this.#workers.add(worker);
      worker.ready.then(started.resolve, () => undefined);
      const isReady = await this.#serve(worker);
      wasReady ||= isReady;
      if (isReady) pauseMs = FIRST_PAUSE_MS;
      // Another runtime is tried at once, and the same again after a crash that may have been for want of memory.
      if (isReady || runtime !== this.#settings.runtime || this.#startCrashes > 0) continue;
      if (!wasReady) break;
      this.#problem = 'no process of the face engine starts';
      await pause(pauseMs, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    }
    started.reject(new Error('a process of the face engine could not load its nets'));
  }

  /** From the start of a process to its end; whether it was ever ready. */
  async #serve(worker: WorkerProcess): Promise<boolean> {
    const isReady = await worker.ready.then(
      () => true,
      () => false,
    );
    if (isReady) {
      this.#ready += 1;
      this.#hasRun = true;
      this.#startCrashes = 0;
      if (this.#ready === this.#options.processes) this.#fullSinceMs = performance.now();
      this.#problem = undefined;
      this.#offer(worker);
    }
    const signal = await worker.ended;
    this.#workers.delete(worker);
    const index = this.#idle.indexOf(worker);
    if (index >= 0) this.#idle.splice(index, 1);
    if (isReady) {
      this.#ready -= 1;
      this.#lostAtMs = performance.now();
    }
    if (!this.#closing.signal.aborted) this.#noteEnd(isReady, signal);
    // Nobody else may ask for as long as a picture waits.
    this.#dispatch();
    return isReady;
  }

  #noteEnd(wasReady: boolean, signal: NodeJS.Signals | null): void {
    const { log } = this.#options;
    log?.warn({ signal }, 'a process of the face engine ended and is replaced');
    if (wasReady || this.#settings.runtime !== 'auto') return;
    // Where the native runtime has run, a crash may only be for want of memory: the next start waits as after any other end.
    const isOfRuntime = isLastingCrash(signal) || (isCrash(signal) && !this.#hasRun);
    this.#startCrashes = isOfRuntime ? this.#startCrashes + 1 : 0;
    if (!isLastingCrash(signal) && this.#startCrashes < MAX_START_CRASHES) return;
    this.#startCrashes = 0;
    log?.warn(
      { signal },
      'the native runtime crashes at its start: the face engine goes on with WebAssembly',
    );
    this.#settings = { ...this.#settings, runtime: 'wasm' };
  }

  #tellRuntime({ runtime, problem }: WorkerReady): void {
    const { log } = this.#options;
    if (problem === undefined) log?.info({ runtime }, 'the face engine runs');
    else log?.warn({ runtime, problem }, 'the native runtime cannot be used: the face engine is slower');
  }

  #offer(worker: WorkerProcess): void {
    if (!worker.isAlive) return;
    this.#idle.push(worker);
    this.#dispatch();
  }

  #dispatch(): void {
    this.#refuseLate();
    while (this.#waiting.size > 0) {
      const worker = this.#idle.pop();
      if (!worker) return;
      const job = this.#waiting.shift();
      if (job) void this.#do(job, worker);
    }
  }

  async #do(job: Job, worker: WorkerProcess): Promise<void> {
    job.starts += 1;
    try {
      job.resolve(await worker.run(job.job, this.#options.jobTimeoutMs ?? DEFAULT_JOB_TIMEOUT_MS));
    } catch (error) {
      this.#onFailure(job, error instanceof Error ? error : new Error(String(error)));
    }
    this.#offer(worker);
  }

  #onFailure(job: Job, error: Error): void {
    if (!(error instanceof WorkerEndedError)) job.reject(error);
    else if (this.#closing.signal.aborted) job.reject(new EngineBusyError('the face engine is closed'));
    else {
      // A process may have ended, by itself or by another's hand, before it saw the picture.
      if (error.hasBegun) job.deaths += 1;
      if (error.hasBegun && error.hasCrashed) job.crashes += 1;
      if (job.crashes === MAX_DEATHS && job.job.kind === 'frame') return void job.resolve(CRASHING);
      if (job.deaths === MAX_DEATHS || job.starts === MAX_STARTS) return void job.reject(error);
      this.#waiting.putFirst(job);
      this.#dispatch();
    }
  }

  /**
   * Nobody pays for a process that is being replaced: waiting counts while all run, and once one of them stays away. What a process that ended
   * had goes before all others, and waits no longer either where none runs.
   */
  #refuseLate(): void {
    const nowMs = performance.now();
    const { processes, waitLimitMs, replaceLimitMs = DEFAULT_REPLACE_LIMIT_MS } = this.#options;
    if (this.#ready < processes && nowMs - this.#lostAtMs < replaceLimitMs) return;
    const before = nowMs - (waitLimitMs ?? Number.POSITIVE_INFINITY);
    if (this.#fullSinceMs >= before) return;
    const mayGo = ({ starts }: Job): boolean => starts === 0 || this.#ready === 0;
    for (const late of this.#waiting.takeOut((job) => mayGo(job) && job.sinceMs < before))
      late.reject(new EngineBusyError('a picture waited too long for the face engine', { isLate: true }));
  }
}
