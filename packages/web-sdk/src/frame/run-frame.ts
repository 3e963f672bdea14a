import type { Settings } from '../options.ts';
import { TitularError } from '../titular-error.ts';
import type { Outcome, ProgressEvent, TitularErrorCode } from '../types.ts';
import { type HeardMessage, leaveMessage, openMessage, parseFrameMessage } from './frame-message.ts';
import { type Overlay, showOverlay } from './overlay.ts';
import { namePageLoad } from './page-load.ts';
import type { Opening } from './request-opening.ts';

/** So long a frame may take to show its page on a slow network. */
const READY_MS = 30_000;
/** A frame that has loaded has run its script; what is refused by a policy loads as well, and never speaks. */
const LOADED_MS = 4_000;
/** An approved page closes by itself, unless it says that it stays; one that does neither is closed. */
const LINGER_MS = 25_000;
/** A page that was reloaded, or whose session ran out of time, gets a new code so often; more is no person's doing. */
const MAX_CODES = 10;

/** What one frame needs. */
export type FrameRun = {
  settings: Settings;
  /** What the opening is known by until the service has said it. */
  transactionId: string;
  /** Asks for an opening, and for another of the same transaction each time that the page needs one. */
  request: (signal: AbortSignal) => Promise<Opening>;
  onEvent: (event: ProgressEvent) => void;
};

/** A frame that is shown: how it ends, and the way to end it. */
export type RunningFrame = { ended: Promise<Outcome>; close: () => void };

type Ending = { outcome: Outcome } | { error: TitularError };

type Said<Type> = Extract<HeardMessage, { type: Type }>;

/** What each message of the frame leads to. */
type Heard = { [Type in HeardMessage['type']]: (said: Said<Type>) => void };

/** Those after which the person has something to read in the page; the others are the shop's to mend, and the page goes at once. */
const isForThePerson = (code: TitularErrorCode): boolean => code === 'session_ended';

/** A timer that runs once at most, for what was started last. */
function createTimer() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => clearTimeout(timer);
  const start = (ms: number, then: () => void): void => {
    stop();
    timer = setTimeout(then, ms);
  };
  return { start, stop };
}

/** Holds how an opening ends: `settle` counts once; what is `kept` is how it ends when the person leaves. */
function createEnd() {
  let resolve: (outcome: Outcome) => void = () => undefined;
  let reject: (error: TitularError) => void = () => undefined;
  const ended = new Promise<Outcome>((onOutcome, onError) => {
    resolve = onOutcome;
    reject = onError;
  });
  let kept: Ending | undefined;
  let isSettled = false;
  const settle = (how: Ending): void => {
    isSettled = true;
    const last = kept ?? how;
    if ('outcome' in last) resolve(last.outcome);
    else reject(last.error);
  };
  return {
    ended,
    settle,
    /** False when something is kept already. */
    keep: (how: Ending): boolean => {
      const isFirst = kept === undefined;
      kept ??= how;
      return isFirst;
    },
    isKept: () => kept !== undefined,
    isSettled: () => isSettled,
  };
}

/** Hears what comes from the window of the frame and the service's origin, and leaves alone whatever else arrives (HTML, section 9.3.2); gives the way to stop. */
function hearFrame(overlay: Overlay, origin: string, heard: Heard): () => void {
  const hear = ({ source, origin: from, data }: MessageEvent): void => {
    if (source === null || source !== overlay.window() || from !== origin) return;
    const said = parseFrameMessage(data);
    if (said) heard[said.type](said as never);
  };
  window.addEventListener('message', hear);
  return () => window.removeEventListener('message', hear);
}

/**
 * Shows the page in a frame until it ends. The code goes to the service's exact origin alone, and only that origin is heard.
 */
export function runFrame({ settings, transactionId: named, request, onEvent }: FrameRun): RunningFrame {
  const { origin, language } = settings;
  const requests = new AbortController();
  const timer = createTimer();
  const end = createEnd();
  let opening: Opening | undefined;
  let codes = 0;
  let hasOpened = false;

  const idOf = () => opening?.transactionId ?? named;
  const settle = (how: Ending): void => {
    timer.stop();
    requests.abort();
    stopHearing();
    overlay.remove();
    end.settle(how);
  };
  const leave = () => settle({ outcome: { concluded: false, transactionId: idOf(), status: undefined } });
  const fail = (code: TitularErrorCode) => settle({ error: new TitularError(code) });
  const catchFault = (error: unknown) => {
    if (!end.isSettled()) settle({ error: error as TitularError });
  };
  // What is under way is not thrown away by a key or a gesture: the page asks back, as it does for its own button.
  const ask = (): void => {
    if (hasOpened && !end.isKept()) overlay.window()?.postMessage(leaveMessage, origin);
    else leave();
  };
  const overlay = showOverlay({ origin, language, onLeave: leave, onAsk: ask });

  async function load(): Promise<void> {
    opening = await request(requests.signal);
    if (end.isSettled()) return;
    timer.start(READY_MS, () => fail('frame_blocked'));
    // The document's first words are in the page's language, too.
    const inLanguage = language === undefined ? '' : `&lang=${language}`;
    overlay.load(`${opening.path}${inLanguage}`, () => {
      if (codes === 0) timer.start(LOADED_MS, () => fail('frame_blocked'));
    });
    if (overlay.allowsCamera() === false) fail('camera_blocked_by_page');
  }

  async function answerReady(): Promise<void> {
    codes += 1;
    hasOpened = false;
    if (!end.isKept()) timer.stop();
    overlay.reveal();
    if (codes > MAX_CODES) return fail('session_ended');
    if (codes > 1) opening = await request(requests.signal);
    const code = opening?.code;
    if (!code || end.isSettled()) return;
    overlay.window()?.postMessage(openMessage(code, language, namePageLoad()), origin);
    hasOpened = true;
  }

  /** The person reads of the end for as long as they like; only good news need no reading. */
  function finish({ transactionId, status }: Said<'finished'>): void {
    if (transactionId !== opening?.transactionId) return;
    if (!end.keep({ outcome: { concluded: true, transactionId, status } })) return;
    if (status === 'approved') timer.start(LINGER_MS, leave);
    onEvent({ transactionId, name: 'finished', status });
  }

  function failBy(code: TitularErrorCode): void {
    if (!isForThePerson(code)) fail(code);
    else if (end.keep({ error: new TitularError(code) })) timer.start(LINGER_MS, leave);
  }

  const stopHearing = hearFrame(overlay, origin, {
    ready: () => void answerReady().catch(catchFault),
    event: ({ event }) => onEvent({ transactionId: idOf(), name: event }),
    finished: finish,
    stays: () => end.isKept() && timer.stop(),
    error: ({ code }) => failBy(code),
    closed: leave,
  });
  load().catch(catchFault);
  return { ended: end.ended, close: leave };
}
