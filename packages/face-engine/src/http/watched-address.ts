import type { BoundedQueue } from '../engine/bounded-queue.ts';
import { EngineBusyError, EngineUnavailableError } from '../engine/face-engine.ts';
import type { EngineAccess } from './ask-face-engine.ts';
import { type DetectedFace, type EngineIdentity, identityProblem, readFaces } from './parse-engine-answer.ts';
import { askOnce, askProbe, messageOf, type Probe } from './probe-engine.ts';

/** How long a probe may wait for its turn, in milliseconds. */
const WAIT_LIMIT_MS = 10_000;

/** How much the last answer counts in what answers usually take. */
const WEIGHT = 0.2;

/** A picture as it is sent, with its sides in pixels. */
export type SentPicture = { jpeg: Uint8Array; width: number; height: number };

/** What one address of an engine is watched with; `onChange` hears when it can no longer be used, or can again. */
export type AddressDeps = {
  access: EngineAccess;
  probe: Probe;
  identity: EngineIdentity;
  line: BoundedQueue;
  watchEveryMs: number;
  random: () => number;
  closing: AbortSignal;
  track<Result>(work: Promise<Result>): Promise<Result>;
  onChange(problem: string | undefined): void;
};

/** One address of an engine: probed while nothing is heard of it, and not used while it answers otherwise than by the contract. */
export class WatchedAddress {
  readonly #deps: AddressDeps;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #answeredMs = performance.now();
  /** Why nothing is asked here. */
  problem: string | undefined;
  /** Whether a picture failed here that no probe has followed yet. */
  isDoubted = false;
  /** Pictures that it has now. */
  underWay = 0;
  /** Milliseconds that a picture takes here, of late more than before; undefined before the first. */
  usualMs: number | undefined;

  constructor(deps: AddressDeps) {
    this.#deps = deps;
    this.#watchLater();
  }

  get timeoutMs(): number {
    return this.#deps.access.timeoutMs;
  }

  /** Has the faces of a picture found, within a time in milliseconds; an answer of another engine is a fault. */
  async ask({ jpeg, ...size }: SentPicture, timeoutMs: number): Promise<DetectedFace[]> {
    const { access, closing, identity } = this.#deps;
    this.underWay += 1;
    const askedMs = performance.now();
    try {
      const answer = await askOnce(withTimeout(access, timeoutMs), jpeg, closing);
      const problem = identityProblem(answer, identity);
      if (problem) throw new Error(problem);
      const faces = readFaces(answer, size);
      this.#heard(askedMs);
      return faces;
    } catch (error) {
      // Who is waited for in vain takes at least so long: it has more time from now on.
      if (error instanceof EngineUnavailableError)
        this.usualMs = Math.max(this.usualMs ?? 0, performance.now() - askedMs);
      // One picture says little of the engine; the probe tells whether it is still there.
      if (!(error instanceof EngineBusyError)) void this.check();
      throw error;
    } finally {
      this.underWay -= 1;
    }
  }

  /** Asks for the probe's answer, once for all who want to know now; never rejects. */
  check(): Promise<void> {
    const { closing, track } = this.#deps;
    if (closing.aborted) return Promise.resolve();
    this.isDoubted = true;
    this.#checking ??= track(this.#probe()).finally(() => {
      this.#checking = undefined;
      this.isDoubted = false;
    });
    return this.#checking;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #heard(askedMs: number): void {
    this.#answeredMs = performance.now();
    const tookMs = this.#answeredMs - askedMs;
    this.usualMs = this.usualMs === undefined ? tookMs : this.usualMs * (1 - WEIGHT) + tookMs * WEIGHT;
  }

  async #probe(): Promise<void> {
    const { access, probe, identity, line, closing } = this.#deps;
    try {
      const { answer, problem } = await line.run(() => askProbe(access, probe, closing), {
        limitMs: WAIT_LIMIT_MS,
        isUrgent: true,
      });
      this.#answeredMs = performance.now();
      this.#note(identityProblem(answer, identity) ?? problem);
    } catch (error) {
      // A full engine is there.
      if (!(error instanceof EngineBusyError)) this.#note(messageOf(error));
    }
  }

  #note(problem: string | undefined): void {
    if (problem === this.problem) return;
    this.problem = problem;
    this.#deps.onChange(problem);
  }

  #watchLater(): void {
    const { closing, watchEveryMs, random } = this.#deps;
    if (closing.aborted) return;
    this.#timer = setTimeout(
      () => {
        const isFresh = !this.problem && performance.now() - this.#answeredMs < watchEveryMs;
        void (isFresh ? Promise.resolve() : this.check()).then(() => this.#watchLater());
      },
      watchEveryMs * (0.75 + random() / 2),
    ).unref();
  }
}

/** The secret is looked up for each call: it may change while the service runs. */
const withTimeout = (access: EngineAccess, timeoutMs: number): EngineAccess => ({
  url: access.url,
  timeoutMs,
  connectionWords: access.connectionWords,
  get secret() {
    return access.secret;
  },
});
