import {
  CONSENT_VERSION,
  DEVICE_CONSENT_VERSION,
  type SessionView,
  type StateIdentityRequest,
} from '@titular/contract/page';
import { consentScreen } from '../../screens/consent.ts';
import { declinedScreen } from '../../screens/declined.ts';
import type { Erasure } from '../../screens/erase-data.ts';
import { type IdentityProblem, stateIdentityScreen } from '../../screens/state-identity.ts';
import { suggestPhone } from '../phone-suggestion.ts';
import { findContinue } from '../show-end.ts';
import type { JourneyStep } from './journey-step.ts';

/** Asks for consent, or for another identity first. */
export function showConsent(step: JourneyStep, view: SessionView): void {
  const answerWith = (accepted: boolean) => () => void sendConsent(step, view, accepted);
  const onAnotherIdentity = () => showIdentity(step, view);
  const onAccept = answerWith(true);
  const onDecline = answerWith(false);
  const { onChoose } = step.choicesOf(view);
  const leaving = new AbortController();
  const phone = suggestPhone(step.alternatives(), view, leaving.signal);
  step.app.show(consentScreen({ view, onAccept, onDecline, onAnotherIdentity, onChoose, phone }), () =>
    leaving.abort(),
  );
}

function showIdentity(
  step: JourneyStep,
  view: SessionView,
  typed?: StateIdentityRequest,
  problem?: IdentityProblem,
): void {
  const onState = (identity: StateIdentityRequest) => void sendIdentity(step, view, identity);
  const onBack = () => step.showStage(view);
  step.app.show(stateIdentityScreen({ company: view.companyName, typed, problem, onState, onBack }));
}

async function sendIdentity(
  step: JourneyStep,
  view: SessionView,
  identity: StateIdentityRequest,
): Promise<void> {
  const answer = await step.api.stateIdentity(identity);
  if (answer.kind === 'ok') return step.showStage(answer.value);
  if (answer.kind === 'refused' && answer.status === 400)
    return showIdentity(step, view, identity, answer.code === '40063' ? 'fixed' : 'invalid');
  step.showTrouble(answer, () => showIdentity(step, view, identity));
}

async function sendConsent(step: JourneyStep, shown: SessionView, accepted: boolean): Promise<void> {
  const language = step.app.language();
  // The text that was shown: only one that names the cookie lets it be set.
  const version = shown.dataNotice.deviceDays === null ? CONSENT_VERSION : DEVICE_CONSENT_VERSION;
  const answer = await step.api.sendConsent({ version, language, accepted });
  if (answer.kind !== 'ok') return step.showTrouble(answer, () => step.resume());
  if (accepted) return step.showStage(answer.value);
  const { value: now } = answer;
  const { erasure } = now;
  if (erasure?.requestedAt) return showWithdrawn(step, now, erasure);
  if (now.stage !== 'consent') return step.showStage(now);
  const { companyName: company } = now;
  const choices = step.choicesOf(now);
  const onChangedMind = () => showConsent(step, now);
  step.app.show(declinedScreen({ company, choices, onChangedMind, onContinue: findContinue(now) }));
}

/** Takes back the consent that was given on this page. */
export const withdrawConsent = (step: JourneyStep, view: SessionView): Promise<void> =>
  sendConsent(step, view, false);

/** Of who does not agree although pictures are kept: they read what becomes of those. */
function showWithdrawn(step: JourneyStep, now: SessionView, erasure: Erasure): void {
  const onChangedMind = now.stage === 'consent' ? () => showConsent(step, now) : undefined;
  step.withLater(({ withdrawnScreen }) =>
    step.app.show(withdrawnScreen(now, erasure, { onChangedMind, onContinue: findContinue(now) })),
  );
}
