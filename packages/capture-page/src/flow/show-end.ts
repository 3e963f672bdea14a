import type { SessionView } from '@titular/contract/page';
import { endedScreen } from '../screens/ended.ts';
import { resultScreen, sayStaying } from '../screens/result.ts';
import { wait } from '../service/wait.ts';
import { findLeaveAddress } from './redirect.ts';
import { RESULT_SECONDS } from './stages.ts';
import type { JourneyStep } from './steps/journey-step.ts';

/** The way on to the merchant; undefined when there is nowhere to go. */
export function findContinue(view: SessionView): (() => void) | undefined {
  const address = findLeaveAddress(view.redirectUrl);
  // Replaces the entry, so that the way back from the shop does not lead into this page and out again.
  return address === undefined ? undefined : () => window.location.replace(address);
}

/** So long after a gesture the words change, when a press has landed on what stood there. */
const GESTURE_MS = 1_000;

const GESTURES = ['keydown', 'pointerdown', 'wheel', 'focusin'] as const;

/** Runs once somebody presses, types, turns a wheel or moves the focus in the page. */
function hearPerson(signal: AbortSignal, onGesture: () => void): void {
  const hear = () => {
    stop();
    onGesture();
  };
  const stop = () => {
    for (const name of GESTURES) document.removeEventListener(name, hear);
  };
  for (const name of GESTURES) document.addEventListener(name, hear, { passive: true });
  signal.addEventListener('abort', stop);
}

/** Shows how the check went, and goes on to the merchant by itself after a while. The person stays by the button, or by any key, press or focus in the page. */
export function showResult(step: JourneyStep, view: SessionView, result: 'approved' | 'not-approved'): void {
  const { app, ending } = step;
  const leaving = new AbortController();
  const timer = new AbortController();
  const onContinue = findContinue(view);
  const onLeave = onContinue ?? (result === 'approved' ? ending.close : undefined);
  const { companyName: company, opening } = view;
  const isLeaving = onLeave === undefined ? undefined : () => !ending.hasStayed();
  const stay = () => {
    timer.abort();
    if (isLeaving?.()) ending.stay();
  };
  const onErase = findErase(step, view, stay);
  const shown = { result, view, company, opening, onContinue, onErase, isLeaving };
  const draw = (onStay?: () => void) =>
    app.show(resultScreen({ ...shown, onStay }), () => {
      leaving.abort();
      timer.abort();
    });
  const tellStaying = () => app.announce(app.t('staying', { company }), 'polite');
  if (!isLeaving?.()) {
    draw();
    return;
  }
  draw(() => {
    stay();
    draw();
    tellStaying();
  });
  app.announce(app.t('leaving', { company }), 'polite');
  hearPerson(timer.signal, () => {
    stay();
    void wait(GESTURE_MS, leaving.signal).then(() => {
      if (!leaving.signal.aborted && sayStaying(app.t, company)) tellStaying();
    });
  });
  void wait(RESULT_SECONDS * 1000, timer.signal).then(() => {
    if (!timer.signal.aborted) onLeave?.();
  });
}

/** Shows why there is no check; nobody is led away from it, since it may say what to do about a misused card. */
export function showEnded(step: JourneyStep, view: SessionView): void {
  const { status, companyName: company } = view;
  // A browser closes only what a script has opened; whoever stays is told that they may close it themselves.
  const onClose = step.isFramed ? undefined : () => window.close();
  const onErase = findErase(step, view);
  step.app.show(endedScreen({ status, company, onContinue: findContinue(view), onClose, onErase }));
}

/** The way to have data deleted, whose words are fetched by then; undefined where this page may not ask for it. */
function findErase(
  step: JourneyStep,
  view: SessionView,
  stay: () => void = () => undefined,
): (() => void) | undefined {
  const { erasure } = view;
  if (erasure === null) return undefined;
  return () => {
    // Who asks for the deletion of their data is not cut short.
    stay();
    if (erasure.requestedAt === null) askErasure(step, view);
    else showErased(step, view);
  };
}

function askErasure(step: JourneyStep, view: SessionView): void {
  if (view.erasure === null) return;
  const onConfirm = () => void sendErasure(step, view);
  const onBack = () => step.showStage(view);
  const { erasure } = view;
  step.withLater(({ eraseDataScreen }) =>
    step.app.show(eraseDataScreen(view, erasure, { onConfirm, onBack })),
  );
}

async function sendErasure(step: JourneyStep, view: SessionView): Promise<void> {
  const answer = await step.api.requestErasure();
  if (answer.kind === 'ok') return showErased(step, answer.value);
  step.showTrouble(answer, () => askErasure(step, view));
}

function showErased(step: JourneyStep, view: SessionView): void {
  if (view.erasure === null) {
    step.showStage(view);
    return;
  }
  const { erasure } = view;
  const onContinue = view.status === 'unknown-share' ? undefined : findContinue(view);
  step.withLater(({ erasedScreen }) => step.app.show(erasedScreen(view, erasure, onContinue)));
}
