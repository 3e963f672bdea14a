import type { FrameAnswer } from '@titular/contract/page';
import type { ApiAnswer } from '../service/api.ts';

/** How the frames of an attempt ended on the page's side; `stopped` when the camera was left, `blind` when no picture could be taken of it for a while. */
export type AttemptEnd =
  | { kind: 'ended'; answer: FrameAnswer }
  | { kind: 'refused'; status: number; code: string }
  | { kind: 'failed'; cause: 'unreachable' | 'server' }
  | { kind: 'blind' }
  | { kind: 'stopped' };

/** What a running attempt needs of camera, clock and network. */
export interface AttemptPorts {
  /** Resolves once a picture may be taken, with the page in front. */
  whenReady(): Promise<void>;
  /** Undefined where there is no picture now. */
  grabFrame(): Promise<Blob | undefined>;
  sendFrame(position: number, jpeg: Blob, capturedAtMs: number): Promise<ApiAnswer<FrameAnswer>>;
  /** Milliseconds on a clock that never goes backwards, not even over a reload of the page. */
  nowMs(): number;
  wait(delayMs: number): Promise<void>;
  isStopped(): boolean;
  onAnswer(answer: FrameAnswer): void;
}

/** Least time between two pictures: not more than six a second. */
export const FRAME_INTERVAL_MS = 170;

/** So many tries without a picture, of some 5 seconds: what a browser refuses it goes on refusing, and the server cannot know of it. */
const MAX_MISSES = 30;

/** Sends pictures from `firstPosition` one after another, each taken after the answer to the one before, until the attempt has an end. */
export async function runAttempt(firstPosition: number, ports: AttemptPorts): Promise<AttemptEnd> {
  let misses = 0;
  for (let position = firstPosition; ; ) {
    await ports.whenReady();
    if (ports.isStopped()) return { kind: 'stopped' };
    const takenMs = ports.nowMs();
    const jpeg = await ports.grabFrame().catch(() => undefined);
    misses = jpeg === undefined ? misses + 1 : 0;
    if (ports.isStopped()) return { kind: 'stopped' };
    if (misses === MAX_MISSES) return { kind: 'blind' };
    if (jpeg !== undefined) {
      const answer = await ports.sendFrame(position, jpeg, Math.round(takenMs));
      if (ports.isStopped()) return { kind: 'stopped' };
      if (answer.kind !== 'ok') return answer;
      ports.onAnswer(answer.value);
      if (answer.value.outcome !== undefined) return { kind: 'ended', answer: answer.value };
      position += 1;
    }
    await ports.wait(Math.max(0, FRAME_INTERVAL_MS - (ports.nowMs() - takenMs)));
  }
}
