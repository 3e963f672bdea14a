import { openMessage, parseFrameMessage } from './frame-message.ts';
import type { Settings } from './options.ts';
import { type Overlay, showOverlay } from './overlay.ts';
import type { Opening } from './request-opening.ts';
import { TitularError } from './titular-error.ts';
import type { CourseEvent, Outcome, TitularErrorCode } from './types.ts';

/** So long a frame may take to show its page on a slow network. */
const READY_MS = 30_000;
/** A frame that has loaded has run its script; what is refused by a policy loads as well, and never speaks. */
const LOADED_MS = 4_000;
/** The person reads the last screen; a page that does not close itself is closed. */
const LINGER_MS = 12_000;
/** A page that was reloaded gets a new code so often; more is no person's doing. */
const MOST_RELOADS = 5;

/** What one frame needs. */
export type FrameRun = {
  settings: Settings;
  opening: Opening;
  /** Asks for another opening of the same transaction, for a frame that was loaded again. */
  renew: () => Promise<Opening>;
  onEvent: (event: CourseEvent) => void;
};

/** A frame that is shown: how it ends, and the way to end it. */
export type RunningFrame = { ended: Promise<Outcome>; close: () => void };

type Ending = { outcome: Outcome } | { error: TitularError };

/** Those after which the person has something to read in the page; the others are the shop's to mend, and the page goes at once. */
const isForThePerson = (code: TitularErrorCode): boolean => code === 'session_ended';

/**
 * Shows the page in a frame until it ends. The code goes to the service's exact origin alone, and only what comes from this frame's window
 * and that origin is heard (HTML, section 9.3.2); whatever else arrives is left alone.
 */
export function runFrame({ settings, opening, renew, onEvent }: FrameRun): RunningFrame {
  const { origin, language } = settings;
  const { transactionId } = opening;
  const left: Outcome = { concluded: false, transactionId, status: undefined };
  let ending: Ending | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let overlay: Overlay | undefined;
  let loads = 0;
  let settle: (how: Ending) => void = () => undefined;
  const ended = new Promise<Outcome>((resolve, reject) => {
    settle = (how) => {
      clearTimeout(timer);
      window.removeEventListener('message', hear);
      overlay?.remove();
      if ('outcome' in how) resolve(how.outcome);
      else reject(how.error);
    };
  });
  const fail = (code: TitularErrorCode) => settle({ error: new TitularError(code) });
  const wait = (ms: number, then: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  };
  const leave = () => settle(ending ?? { outcome: left });
  const linger = (how: Ending): void => {
    if (ending) return;
    ending = how;
    wait(LINGER_MS, leave);
  };

  async function answerReady(): Promise<void> {
    loads += 1;
    clearTimeout(timer);
    overlay?.reveal();
    if (loads > MOST_RELOADS) return fail('session_ended');
    const { code } = loads === 1 ? opening : await renew();
    if (code !== null) overlay?.window()?.postMessage(openMessage(code, language), origin);
  }

  function hear({ source, origin: from, data }: MessageEvent): void {
    if (!overlay || source === null || source !== overlay.window() || from !== origin) return;
    const said = parseFrameMessage(data);
    if (!said) return;
    if (said.type === 'ready') {
      answerReady().catch((error: unknown) => settle(ending ?? { error: error as TitularError }));
    } else if (said.type === 'event') {
      onEvent({ transactionId, name: said.event });
    } else if (said.type === 'finished') {
      if (said.transactionId !== transactionId) return;
      linger({ outcome: { concluded: true, transactionId, status: said.status } });
    } else if (said.type === 'error') {
      const error = new TitularError(said.code);
      if (isForThePerson(said.code)) linger({ error });
      else settle({ error });
    } else {
      leave();
    }
  }

  window.addEventListener('message', hear);
  const onLoad = () => {
    if (loads === 0) wait(LOADED_MS, () => fail('frame_blocked'));
  };
  wait(READY_MS, () => fail('frame_blocked'));
  overlay = showOverlay({ origin, path: opening.path, language, onLeave: leave, onLoad });
  if (overlay.allowsCamera() === false) fail('camera_blocked_by_page');
  return { ended, close: leave };
}
