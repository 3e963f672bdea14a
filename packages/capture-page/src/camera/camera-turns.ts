/** Why a camera was let go of while the person stays: its picture ended, the page went to the background, or another camera was asked for. */
export type TurnBreak = 'lost' | 'hidden' | 'other';

/** One camera from its opening to its end; the signal closes it. */
export interface CameraTurn {
  signal: AbortSignal;
  end(why: TurnBreak): void;
  /** Undefined while it goes on, and when the screen was left. */
  why(): TurnBreak | undefined;
}

/** Begins a turn, which ends at the latest when the screen is left. */
export function beginTurn(leaving: AbortSignal): CameraTurn {
  const turn = new AbortController();
  let why: TurnBreak | undefined;
  const leave = () => turn.abort();
  leaving.addEventListener('abort', leave);
  return {
    signal: turn.signal,
    end: (reason) => {
      if (turn.signal.aborted) return;
      why = reason;
      leaving.removeEventListener('abort', leave);
      turn.abort();
    },
    why: () => why,
  };
}

/** Time for a camera to come back where no attempt waits for it, in milliseconds. */
export const IDLE_PATIENCE_MS = 5_000;

/** What a break leaves to be waited for. */
export interface Pause {
  why: TurnBreak;
  untilMs: number;
  /** An attempt waits, which ends by the server's clock. */
  hasAttempt: boolean;
}

/** Decides how long a break is waited out: as long as the step, beyond which the server has ended the attempt; a break in a break gains no time. */
export function decidePause(
  before: Pause | undefined,
  why: TurnBreak,
  stepSeconds: number | undefined,
  nowMs: number,
): Pause {
  if (before !== undefined) return { ...before, why };
  const patienceMs = stepSeconds === undefined ? IDLE_PATIENCE_MS : stepSeconds * 1_000;
  return { why, untilMs: nowMs + patienceMs, hasAttempt: stepSeconds !== undefined };
}

/** Decides how to go on after a break: `interrupted` or `unplugged` where the attempt's time is over; without an attempt nothing is lost by a long absence. */
export function decideReturn(pause: Pause | undefined, nowMs: number): 'go-on' | 'interrupted' | 'unplugged' {
  if (pause === undefined || nowMs <= pause.untilMs) return 'go-on';
  if (pause.why === 'lost') return 'unplugged';
  return pause.hasAttempt ? 'interrupted' : 'go-on';
}
