import type { SessionView } from '@titular/contract/page';
import { hasLater } from '../i18n/load-later.ts';
import { endedScreen } from '../screens/ended.ts';
import { resultScreen } from '../screens/result.ts';
import { wait } from '../service/wait.ts';
import { findLeaveAddress } from './redirect.ts';
import { resultSeconds } from './stages.ts';
import type { JourneyStep } from './steps/journey-step.ts';

/** The way on to the merchant; undefined when there is nowhere to go. */
export function findContinue(view: SessionView): (() => void) | undefined {
  const address = findLeaveAddress(view.redirectUrl);
  // Replaces the entry, so that the way back from the shop does not lead into this page and out again.
  return address === undefined ? undefined : () => window.location.replace(address);
}

/** Shows how the check went, and goes on to the merchant by itself after a while, unless the person stays. */
export function showResult(step: JourneyStep, view: SessionView, result: 'approved' | 'not-approved'): void {
  const { app } = step;
  const leaving = new AbortController();
  const onContinue = findContinue(view);
  const { companyName: company, opening } = view;
  const shown = { result, view, company, opening, onContinue, onErase: findErase(step, view) };
  const onStay = () => {
    app.show(resultScreen({ ...shown, onStay: undefined }));
    app.announce(app.t('staying', { company }), 'polite');
  };
  app.show(resultScreen({ ...shown, onStay: onContinue && onStay }), () => leaving.abort());
  if (onContinue === undefined) return;
  app.announce(app.t('leaving', { company }), 'polite');
  void wait(resultSeconds[result] * 1000, leaving.signal).then(() => {
    if (!leaving.signal.aborted) onContinue();
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

/** The way to have data deleted; undefined where this page may not ask for it, or its words are not to be had. */
function findErase(step: JourneyStep, view: SessionView): (() => void) | undefined {
  const { erasure } = view;
  if (erasure === null || !hasLater()) return undefined;
  return () => (erasure.requestedAt === null ? askErasure(step, view) : showErased(step, view));
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
