import type { AttemptView, ChallengeMovement } from '@titular/contract/page';
import type { App } from '../app.ts';
import { findInAppBrowser } from '../browser.ts';
import { type CameraProblem, decideShownProblem, eventOfProblem } from '../camera/camera-problem.ts';
import { gatherCameraReport } from '../camera/camera-report.ts';
import { type CameraRequests, createCameraRequests } from '../camera/camera-requests.ts';
import { beginTurn, type CameraTurn, decidePause, decideReturn, type Pause } from '../camera/camera-turns.ts';
import { type Taken, takeCamera } from '../camera/device/take-camera.ts';
import { watchHiding, watchTurning } from '../camera/device/watch-device.ts';
import { watchPictures } from '../camera/device/watch-pictures.ts';
import { createFrameGrabber, type FrameGrabber } from '../camera/frame-grabber.ts';
import { createGuide, type Guide } from '../camera/guide-person.ts';
import { type AttemptEnd, runAttempt } from '../camera/run-attempt.ts';
import { pageClockMs } from '../clock.ts';
import { type CameraStage, createCameraStage } from '../screens/camera/camera-stage.ts';
import type { ApiAnswer, PageApi } from '../service/api.ts';
import { pageTelemetry } from '../service/telemetry.ts';
import { wait, waitForDeviceOr, waitUntilVisible } from '../service/wait.ts';
import type { Ways } from './ways.ts';

/** The ways out of the camera; exactly one is taken, and the camera is closed by then or by the screen that follows. */
export interface CaptureExits {
  onProblem(problem: CameraProblem): void;
  onNoAttempt(answer: Exclude<ApiAnswer<AttemptView>, { kind: 'ok' }>): void;
  /**
   * `movement` is the one asked for, which an attempt that goes on after a reload keeps. `leaving` ends once another screen is shown: until
   * then the camera's screen stands, without a picture of now.
   */
  onEnd(
    end: Exclude<AttemptEnd, { kind: 'stopped' | 'blind' }>,
    movement: ChallengeMovement,
    leaving: AbortSignal,
  ): void;
  /** The page was away for longer than the attempt waits. */
  onInterrupted(): void;
  /** The person closed the camera. */
  onStop(): void;
}

interface Run {
  app: App;
  api: PageApi;
  exits: CaptureExits;
  ways: Readonly<Ways>;
  stage: CameraStage;
  grabber: FrameGrabber;
  /** Ends when the screen is left. */
  signal: AbortSignal;
  isInApp: boolean;
  isLit: boolean;
  requestedId: string | undefined;
  attempt: AttemptView | undefined;
  pause: Pause | undefined;
}

/** A turn of the camera ends with an exit, or is followed by another one. */
type TurnEnd = { kind: 'exit'; leave: () => void } | { kind: 'again' };

const { tell } = pageTelemetry;
const again: TurnEnd = { kind: 'again' };
const exit = (leave: () => void): TurnEnd => ({ kind: 'exit', leave });
const nowMs = () => performance.now();
const pollIntervalMs = 400;
const reopenEveryMs = 700;
/** A picture that leaves sooner is not worth showing how much of it has left. */
const quickMs = 1_200;

/** Opens the camera, runs one attempt in the ways chosen and takes one of the exits; a camera that goes and comes back in time goes on with the attempt. */
export async function startCapture(
  app: App,
  api: PageApi,
  ways: Readonly<Ways>,
  exits: CaptureExits,
): Promise<void> {
  const leaving = new AbortController();
  const { signal } = leaving;
  const stage = createCameraStage(app.t, app.brand(), exits.onStop);
  app.show(
    () => stage.element,
    () => {
      leaving.abort();
      stage.video.srcObject = null;
    },
  );
  const grabber = createFrameGrabber(stage.video);
  const isInApp = findInAppBrowser(navigator.userAgent);
  const known = { requestedId: undefined, attempt: undefined, pause: undefined };
  const run: Run = { app, api, exits, ways, stage, grabber, signal, isInApp, isLit: false, ...known };
  watchTurning(signal, () => tell('turned_device'));
  for (let end = again; ; end = await runCameraTurn(run)) {
    if (end.kind === 'exit') return end.leave();
    await waitUntilVisible(signal);
    if (signal.aborted) return;
    const way = decideReturn(run.pause, nowMs());
    if (way === 'interrupted') return exits.onInterrupted();
    if (way === 'unplugged') return exits.onProblem('unplugged');
  }
}

async function runCameraTurn(run: Run): Promise<TurnEnd> {
  const { stage, grabber, signal } = run;
  const turn = beginTurn(signal);
  watchHiding(turn.signal, () => turn.end('hidden'));
  const watch = watchPictures(stage.video);
  turn.signal.addEventListener('abort', watch.stop);
  const taken = await takeCamera({
    video: stage.video,
    grabber,
    requestedId: run.requestedId,
    signal: turn.signal,
    isInApp: run.isInApp,
    onLost: () => turn.end('lost'),
    onPassedOver: (problem) => tell(eventOfProblem[problem]),
  });
  if (taken.kind === 'problem') return turn.signal.aborted ? breakOff(run, turn) : fail(run, taken.problem);
  const end = taken.kind === 'open' ? await useCamera(run, turn, taken, watch.timesMs) : undefined;
  return end ?? breakOff(run, turn);
}

/** What is left after a turn that was broken: how long to wait, and words for it. */
function breakOff(run: Run, turn: CameraTurn): TurnEnd {
  const why = turn.why();
  run.stage.setSending(undefined);
  run.stage.setOther(undefined);
  if (why === undefined || why === 'other') return again;
  tell(why === 'hidden' ? 'sent_to_background' : 'camera_unplugged');
  run.pause = decidePause(run.pause, why, run.attempt?.stepSeconds, nowMs());
  const words = run.app.t(why === 'lost' ? 'cameraReturning' : 'cameraOpening');
  run.stage.setOpening(words);
  if (why === 'lost') run.app.announce(words, 'polite');
  return again;
}

/** A camera that was there before is waited for; anything else is told, and the screen left. */
async function fail(run: Run, problem: CameraProblem): Promise<TurnEnd> {
  const mayReturn = problem === 'missing' || problem === 'busy';
  if (mayReturn && run.pause?.why === 'lost') {
    run.requestedId = undefined;
    await waitForDeviceOr(reopenEveryMs, run.signal);
    return again;
  }
  if (problem !== 'in_app') tell(eventOfProblem[problem]);
  return exit(() => run.exits.onProblem(decideShownProblem(problem, run.isInApp)));
}

/** Runs the attempt with an open camera; undefined when the turn was broken or the screen left. */
async function useCamera(
  run: Run,
  turn: CameraTurn,
  { camera, isDim, other }: Extract<Taken, { kind: 'open' }>,
  pictureTimesMs: () => readonly number[] | undefined,
): Promise<TurnEnd | undefined> {
  const { app, api, exits, stage, signal } = run;
  const isStopped = () => turn.signal.aborted;
  if (run.attempt === undefined && run.pause === undefined) tell('camera_opened');
  run.requestedId = camera.deviceId;
  stage.say(app.t('cameraPreparing'), 'pose');
  setLight(run, isDim);
  stage.setOther(other && (() => changeCamera(run, turn, other.deviceId)));
  const ports = { nowMs, wait: (ms: number) => wait(ms, turn.signal), isStopped, pictureTimesMs };
  const report = await gatherCameraReport(camera.track, ports);
  if (isStopped()) return undefined;
  const { movement, unhurried, isChosen } = run.ways;
  const chosen = isChosen ? { movement, unhurried } : {};
  const started = await api.startAttempt({ ...chosen, camera: report });
  if (signal.aborted) return undefined;
  if (started.kind !== 'ok') return exit(() => exits.onNoAttempt(started));
  run.attempt = started.value;
  if (isStopped()) return undefined;
  run.pause = undefined;
  const pictureSide = () => Math.max(stage.video.videoWidth, stage.video.videoHeight);
  const requests = createCameraRequests(camera.track, { ...ports, pictureSide });
  const end = await followAttempt(run, turn, started.value, requests);
  if (end.kind === 'stopped') return undefined;
  if (end.kind === 'blind') {
    tell('camera_unsupported');
    return exit(() => exits.onProblem('unsupported'));
  }
  turn.end('other');
  stage.setOther(undefined);
  stage.point(undefined);
  stage.say(app.t('loadingTitle'), 'pose');
  return exit(() => exits.onEnd(end, started.value.movement, signal));
}

function changeCamera(run: Run, turn: CameraTurn, deviceId: string): void {
  run.requestedId = deviceId;
  turn.end('other');
}

function setLight(run: Run, lit: boolean): void {
  if (lit) tell('low_light');
  run.isLit = lit;
  run.stage.setSelfLight(lit);
}

function followAttempt(
  run: Run,
  turn: CameraTurn,
  attempt: AttemptView,
  requests: CameraRequests,
): Promise<AttemptEnd> {
  const { app, api, stage, grabber } = run;
  const { signal } = turn;
  const guide = createGuide(attempt, {
    app,
    stage,
    nowMs,
    isLit: () => run.isLit,
    setLight: (lit) => setLight(run, lit),
    onCovered: () => tell('camera_black'),
  });
  void lookAround(grabber, guide, signal);
  const onTrouble = (troubled: boolean) => {
    stage.setConnectionLost(troubled);
    app.announce(app.t(troubled ? 'connectionLost' : 'connectionBack'), 'polite');
  };
  let cameraAnswer: string | undefined;
  return runAttempt(attempt.nextPosition, {
    nowMs: pageClockMs,
    wait: (ms) => wait(ms, signal),
    isStopped: () => signal.aborted,
    whenReady: () => waitUntilVisible(signal),
    grabFrame: async () => {
      // Before the picture, which must not be older than what is said of the camera.
      cameraAnswer = requests.answer();
      return grabber.grab();
    },
    sendFrame: async (position, jpeg, capturedAtMs) => {
      const sending = watchSending(stage, signal);
      const frame = { attemptId: attempt.attemptId, position, capturedAtMs, cameraAnswer, jpeg, signal };
      const answer = await api.sendFrame(frame, { onTrouble, onProgress: sending.setShare });
      sending.end();
      return answer;
    },
    onAnswer: (answer) => {
      requests.follow(answer.cameraRequest);
      guide.answer(answer);
    },
  });
}

async function lookAround(grabber: FrameGrabber, guide: Guide, signal: AbortSignal): Promise<void> {
  for (;;) {
    await wait(pollIntervalMs, signal);
    if (signal.aborted) return;
    guide.look(grabber.measure());
  }
}

/** Shows how much of a picture has left once that takes longer than a moment. */
function watchSending(
  stage: CameraStage,
  signal: AbortSignal,
): { setShare(share: number): void; end(): void } {
  const sent = new AbortController();
  let share = 0;
  let isShown = false;
  const show = () => {
    isShown = true;
    stage.setSending(share);
  };
  void wait(quickMs, sent.signal).then(() => {
    if (!sent.signal.aborted && !signal.aborted) show();
  });
  return {
    setShare: (now) => {
      share = now;
      if (isShown) show();
    },
    end: () => {
      sent.abort();
      isShown = false;
      stage.setSending(undefined);
    },
  };
}
