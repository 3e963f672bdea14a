import type { AttemptView, ChallengeMovement, FrameAnswer } from '@titular/contract/page';
import type { ApiAnswer, PageApi } from './api.ts';
import type { App } from './app.ts';
import { awaitPicture } from './camera/await-picture.ts';
import type { CameraProblem } from './camera/camera-problem.ts';
import { gatherCameraReport } from './camera/camera-report.ts';
import { createFrameGrabber, type FrameGrabber } from './camera/frame-grabber.ts';
import {
  decideAskedPose,
  decideGuidance,
  decideSelfLight,
  decideShown,
  type ShownGuidance,
} from './camera/guidance.ts';
import { type OpenCamera, openCamera } from './camera/open-camera.ts';
import { type AttemptEnd, runAttempt } from './camera/run-attempt.ts';
import { watchPictures } from './camera/watch-pictures.ts';
import { pageClockMs } from './clock.ts';
import { type CameraStage, createCameraStage } from './screens/camera-stage.ts';
import { wait, waitUntilVisible } from './wait.ts';
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
    end: Exclude<AttemptEnd, { kind: 'stopped' }>,
    movement: ChallengeMovement,
    leaving: AbortSignal,
  ): void;
  /** The person closed the camera. */
  onStop(): void;
}

interface Capture {
  app: App;
  api: PageApi;
  exits: CaptureExits;
  ways: Readonly<Ways>;
  stage: CameraStage;
  camera: OpenCamera;
  grabber: FrameGrabber;
  signal: AbortSignal;
  isLit: boolean;
}

// A camera that was off in the background needs a moment before its picture is a fresh one.
const wakeMs = 400;
const nowMs = () => performance.now();

/** Opens the camera, runs one attempt in the ways chosen and takes one of the exits. */
export async function startCapture(
  app: App,
  api: PageApi,
  ways: Readonly<Ways>,
  exits: CaptureExits,
): Promise<void> {
  const leaving = new AbortController();
  const stage = createCameraStage(app.t, exits.onStop);
  let camera: OpenCamera | undefined;
  app.show(
    () => stage.element,
    () => {
      leaving.abort();
      camera?.close();
      stage.video.srcObject = null;
    },
  );
  const opened = await openCamera(() => exits.onProblem('unplugged'));
  if (opened.kind === 'problem') {
    if (!leaving.signal.aborted) exits.onProblem(opened.problem);
    return;
  }
  camera = opened.camera;
  if (leaving.signal.aborted) return camera.close();
  const grabber = createFrameGrabber(stage.video);
  await capture({ app, api, exits, ways, stage, camera, grabber, signal: leaving.signal, isLit: false });
}

async function capture(run: Capture): Promise<void> {
  const { app, api, exits, ways, stage, grabber, signal } = run;
  pauseInBackground(run);
  const watch = watchPictures(stage.video);
  signal.addEventListener('abort', watch.stop);
  stage.video.srcObject = run.camera.stream;
  stage.video.play().catch(() => undefined);
  stage.say(app.t('cameraPreparing'), 'pose');
  const ports = { nowMs, wait: (ms: number) => wait(ms, signal), isStopped: () => signal.aborted };
  const picture = await awaitPicture(grabber, ports);
  if (picture === 'stopped') return;
  if (picture === 'black') return exits.onProblem('black');
  setLight(run, picture === 'dim');
  const [track] = run.camera.stream.getVideoTracks();
  const camera = track && (await gatherCameraReport(track, { ...ports, pictureTimesMs: watch.timesMs }));
  watch.stop();
  if (signal.aborted) return;
  const { movement, unhurried, isChosen } = ways;
  const chosen = isChosen ? { movement, unhurried } : {};
  const started = await api.startAttempt({ ...chosen, ...(camera && { camera }) });
  if (signal.aborted) return;
  if (started.kind !== 'ok') return exits.onNoAttempt(started);
  const end = await followAttempt(run, started.value);
  if (end.kind === 'stopped') return;
  run.camera.close();
  stage.point(undefined);
  stage.say(app.t('loadingTitle'), 'pose');
  exits.onEnd(end, started.value.movement, signal);
}

function setLight(run: Capture, lit: boolean): void {
  run.isLit = lit;
  run.stage.setSelfLight(lit);
}

function pauseInBackground({ camera, stage, signal }: Capture): void {
  const follow = () => {
    const visible = document.visibilityState !== 'hidden';
    camera.setActive(visible);
    if (visible) stage.video.play().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', follow);
  signal.addEventListener('abort', () => document.removeEventListener('visibilitychange', follow));
}

async function whenInFront(signal: AbortSignal): Promise<void> {
  if (document.visibilityState !== 'hidden') return;
  await waitUntilVisible(signal);
  await wait(wakeMs, signal);
}

function followAttempt(run: Capture, attempt: AttemptView): Promise<AttemptEnd> {
  const { app, api, stage, grabber, signal } = run;
  const guide = createGuide(run, attempt);
  guide({ step: attempt.step, hint: 'good', attemptsLeft: attempt.attemptsLeft });
  const onTrouble = (troubled: boolean) => {
    stage.setConnectionLost(troubled);
    app.announce(app.t(troubled ? 'connectionLost' : 'connectionBack'), 'polite');
  };
  return runAttempt(attempt.nextPosition, {
    nowMs: pageClockMs,
    wait: (ms) => wait(ms, signal),
    isStopped: () => signal.aborted,
    whenReady: () => whenInFront(signal),
    grabFrame: grabber.grab,
    sendFrame: (position, jpeg, capturedAtMs) =>
      api.sendFrame({ attemptId: attempt.attemptId, position, capturedAtMs, jpeg, signal }, onTrouble),
    onAnswer: guide,
  });
}

/** Makes the function that turns each answer into words, arrow, dots and light. */
function createGuide(run: Capture, attempt: AttemptView): (answer: FrameAnswer) => void {
  const { app, stage } = run;
  let shown: ShownGuidance | undefined;
  return (answer) => {
    const pose = decideAskedPose(attempt, answer.step);
    if (answer.step !== shown?.step) {
      stage.setStep(attempt.poses, answer.step);
      if (shown !== undefined) app.announce(app.t('stepDone'), 'polite');
    }
    if (pose === undefined) {
      stage.point(undefined);
      stage.say(app.t('stepDone'), 'pose');
      return;
    }
    setLight(run, decideSelfLight(run.isLit, answer.hint));
    const next = decideShown(shown, decideGuidance(answer.hint, pose), answer.step, nowMs());
    if (next !== shown) {
      const words = app.t(next.guidance.message);
      stage.say(words, next.guidance.tone);
      stage.point(next.guidance.arrow);
      if (next.guidance.message !== shown?.guidance.message) app.announce(words, 'assertive');
    }
    shown = next;
  };
}
