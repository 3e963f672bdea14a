import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import type { WorkerJob, WorkerMessage, WorkerReady, WorkerSettings } from './messages.ts';

/** Signals with which the system ends a process whose native code went astray. */
const CRASHES: ReadonlySet<string> = new Set(['SIGILL', 'SIGSEGV', 'SIGBUS', 'SIGFPE', 'SIGABRT', 'SIGTRAP']);

/** Whether a process ended by a fault of its own, and not by another's hand. */
export const isCrash = (signal: NodeJS.Signals | null): boolean => signal !== null && CRASHES.has(signal);

/** Signals of an instruction that the processor does not know: it would not know it at the next start either. */
const UNKNOWN_INSTRUCTION: ReadonlySet<string> = new Set(['SIGILL', 'SIGFPE']);

/** Whether a crash would come again at every start; any other may be for want of memory, which passes. */
export const isLastingCrash = (signal: NodeJS.Signals | null): boolean =>
  signal !== null && UNKNOWN_INSTRUCTION.has(signal);

/** The process of a job ended before its result: another one may do it. `hasBegun` tells that the picture may be the reason, and `hasCrashed` that its decoder or a net fell over. */
export class WorkerEndedError extends Error {
  override readonly name = 'WorkerEndedError';
  readonly hasBegun: boolean;
  readonly hasCrashed: boolean;

  constructor(message: string, hasBegun: boolean, hasCrashed = false) {
    super(message);
    this.hasBegun = hasBegun;
    this.hasCrashed = hasCrashed;
  }
}

/** A heap for pictures of 400 pixels and what is measured on them; pixels and nets lie outside of it. */
const NODE_OPTIONS = ['--max-old-space-size=96', '--max-semi-space-size=2', '--expose-gc', '--no-warnings'];

/** It reads pictures of strangers with native code, so nothing of the service's environment, where secrets are, reaches it. The C library gives back what is freed: 110 MB instead of 159 after 200 frames. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };

/** Where this process keeps compiled modules, if it does: the other one starts in half the time with them. */
const compileCache = (): Record<string, string> => {
  const directory = getCompileCacheDir();
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: dirname(directory) };
};

type Run = {
  hasBegun: boolean;
  resolve(result: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
};

/** A process that measures one picture after another. */
export class WorkerProcess {
  /** Settles when the nets are loaded and gave the known answers; rejects when the process ends before. */
  readonly ready: Promise<WorkerReady>;
  /** The signal that ended the process, if one did; never rejects. */
  readonly ended: Promise<NodeJS.Signals | null>;
  readonly #child: ChildProcess;
  #run: Run | undefined;
  #isAlive = true;
  #problem = 'a process of the face engine ended';

  constructor(settings: WorkerSettings) {
    this.#child = fork(new URL('./face-worker.ts', import.meta.url), [JSON.stringify(settings)], {
      execArgv: NODE_OPTIONS,
      env: { ...ENVIRONMENT, ...compileCache() },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.ended = new Promise((resolve) => {
      this.#child.once('exit', (_code, signal) => resolve(signal));
      this.#child.on('error', () => {
        // A message that could not be sent; a process that could not be started has no number and will not exit.
        if (this.#child.pid === undefined) resolve(null);
        else this.kill();
      });
    });
    this.ready = new Promise((resolve, reject) => {
      this.#child.on('message', (message: WorkerMessage) => {
        if (message.kind === 'ready') resolve(message);
        else if (message.kind !== 'begun') this.#onOutcome(message);
        else if (this.#run) this.#run.hasBegun = true;
      });
      void this.ended.then((signal) => {
        this.#isAlive = false;
        const run = this.#end();
        const error = new WorkerEndedError(this.#problem, run?.hasBegun ?? false, isCrash(signal));
        reject(error);
        run?.reject(error);
      });
    });
    this.ready.catch(() => undefined);
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Number of the process. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Does one job, and only one at a time; `WorkerEndedError` when the process ends meanwhile, which it is made to after the limit. */
  run(job: WorkerJob, limitMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (!this.#isAlive) throw new WorkerEndedError(this.#problem, false);
      const timer = setTimeout(() => {
        this.#problem = 'measuring a picture took too long';
        run.hasBegun = true;
        this.kill();
      }, limitMs);
      const run: Run = { hasBegun: false, resolve, reject, timer };
      this.#run = run;
      this.#child.send(job, () => undefined);
    });
  }

  /** Ends the process at once, whatever it does. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #end(): Run | undefined {
    const run = this.#run;
    this.#run = undefined;
    clearTimeout(run?.timer);
    return run;
  }

  #onOutcome(message: Exclude<WorkerMessage, { kind: 'ready' | 'begun' }>): void {
    const run = this.#end();
    if (message.kind === 'done') run?.resolve(message.result);
    else run?.reject(new Error(message.message));
  }
}
