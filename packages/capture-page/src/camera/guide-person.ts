import type { AttemptView, FrameAnswer } from '@titular/contract/page';
import type { App } from '../app.ts';
import type { CameraStage } from '../screens/camera/camera-stage.ts';
import type { Brightness } from './frame-size.ts';
import {
  COVERED,
  decideAskedPose,
  decideGuidance,
  decideGuideView,
  decideSelfLight,
  decideShown,
  type Guidance,
  type GuideView,
  type ShownGuidance,
} from './guidance.ts';
import { signalStep } from './step-signals.ts';

/** Turns what is known into words, cue, dots and light. */
export interface Guide {
  /** What the server said of a frame. */
  answer(answer: FrameAnswer): void;
  /** How bright the picture is now; speaks only where the server has not for a while, or nothing is seen at all. */
  look(brightness: Brightness | undefined): void;
}

interface GuidePorts {
  app: Pick<App, 't' | 'announce'>;
  stage: CameraStage;
  isLit(): boolean;
  setLight(lit: boolean): void;
  onCovered(): void;
  nowMs(): number;
}

/** Makes the guide of one attempt, which begins with the pose of its step. */
export function createGuide(attempt: AttemptView, ports: GuidePorts): Guide {
  const { app, stage, nowMs } = ports;
  let last: FrameAnswer = { step: attempt.step, hint: 'good', attemptsLeft: attempt.attemptsLeft };
  let shown: ShownGuidance | undefined;
  let seen: GuideView = { answeredMs: nowMs(), blackSinceMs: undefined };
  let isCovered = false;
  let isDim = ports.isLit();

  // One text at a time: of two in one moment a screen reader would speak only the later.
  function show(guidance: Guidance, isNewStep: boolean): void {
    const next = decideShown(shown, guidance, last.step, nowMs());
    if (next !== shown) {
      const words = app.t(next.guidance.message);
      stage.say(words, next.guidance.tone);
      stage.point(next.guidance.cue);
      const isNews = next.guidance.message !== shown?.guidance.message;
      const praise = isNewStep && shown !== undefined ? `${app.t('stepDone')} ` : '';
      if (isNews || praise !== '') app.announce(praise + words, 'polite');
    }
    shown = next;
  }

  function follow(answer: FrameAnswer): void {
    const isNewStep = answer.step !== shown?.step;
    if (isNewStep) stage.setStep(attempt.poses, answer.step);
    if (isNewStep && answer.step > last.step) signalStep();
    last = answer;
    const pose = decideAskedPose(attempt, answer.step);
    if (pose === undefined) {
      stage.point(undefined);
      stage.say(app.t('stepDone'), 'pose');
      app.announce(app.t('stepDone'), 'polite');
      return;
    }
    ports.setLight(decideSelfLight(ports.isLit(), answer.hint));
    show(isCovered ? COVERED : decideGuidance(answer.hint, pose), isNewStep);
  }

  follow(last);
  return {
    answer: (answer) => {
      seen = { ...seen, answeredMs: nowMs() };
      // Nobody is found in the dark: there the light is what to change.
      follow(isDim && answer.hint === 'no_face' ? { ...answer, hint: 'too_dark' } : answer);
    },
    look: (brightness) => {
      const [now, said] = decideGuideView(seen, brightness, nowMs());
      seen = now;
      isDim = brightness === 'dim' || brightness === 'black';
      if (said === 'covered' && !isCovered) ports.onCovered();
      isCovered = said === 'covered';
      if (said !== undefined) follow({ ...last, hint: 'too_dark' });
    },
  };
}
