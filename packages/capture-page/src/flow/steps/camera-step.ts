import { CONSENT_VERSION, type FrameAnswer, type SessionView } from '@titular/contract/page';
import type { Screen } from '../../app.ts';
import type { CameraProblem } from '../../camera/camera-problem.ts';
import type { AttemptEnd } from '../../camera/run-attempt.ts';
import { readySignals } from '../../camera/step-signals.ts';
import { hasLater, loadLater } from '../../i18n/load-later.ts';
import { attemptFailedScreen, type FailedAttempt } from '../../screens/camera/attempt-failed.ts';
import { cameraPrimerScreen } from '../../screens/camera/camera-primer.ts';
import type { Retry } from '../../screens/camera/retry-note.ts';
import { retryCheckDelayMs } from '../../service/retry.ts';
import { wait } from '../../service/wait.ts';
import { formatTimeOfDay } from '../../time-of-day.ts';
import { showCameraTrouble } from '../camera-trouble.ts';
import { startCapture } from '../capture-flow.ts';
import { decideScreen } from '../stages.ts';
import type { Ways } from '../ways.ts';
import { withdrawConsent } from './consent-step.ts';
import { followDecision } from './decision-step.ts';
import type { JourneyStep } from './journey-step.ts';

/** So long before its end the person hears of it (WCAG 2.2, 2.2.1 asks for 20 seconds). */
const SOON_MS = 60_000;
const MAX_TIMER_MS = 3_600_000;

/** Readies the person for the camera; what follows is an attempt, and what it came to. */
export function showPrimer(step: JourneyStep, view: SessionView): void {
  const { attemptsLeft } = view;
  const onStart = () => openCapture(step, view);
  const retry = findRetry(step, view);
  const screen = cameraPrimerScreen({
    attemptsLeft,
    retry,
    ways: step.ways,
    movements: view.movements,
    choices: step.choicesOf(view),
    onStart,
    onWithdraw: () => void withdrawConsent(step, view),
  });
  showUntilRetryEnds(step, retry, screen);
}

interface FollowedRetry extends Retry {
  /** Takes over what the server says now. */
  follow(view: SessionView): void;
  endsAt(): string;
}

function findRetry(step: JourneyStep, view: SessionView): FollowedRetry | undefined {
  if (view.retryUntil === null) return undefined;
  const { app, api } = step;
  let [endsAt, mayProlong] = [view.retryUntil, view.mayProlongRetry];
  let hasFailed = false;
  const take = async (): Promise<void> => {
    const answer = await api.prolongRetry();
    if (answer.kind === 'refused') return step.showTrouble(answer, () => step.resume());
    hasFailed = answer.kind === 'failed';
    if (answer.kind === 'ok') retry.follow(answer.value);
    else retry.onChange?.();
    app.announce(app.t(hasFailed ? 'retryNotTaken' : 'retryLonger'), hasFailed ? 'assertive' : 'polite');
  };
  const retry: FollowedRetry = {
    company: view.companyName,
    until: () => formatTimeOfDay(endsAt, app.language(), navigator.languages ?? []),
    endsAt: () => endsAt,
    isSoon: () => Date.parse(endsAt) - Date.now() < SOON_MS,
    hasFailed: () => hasFailed,
    onMore: () => (mayProlong ? () => void take() : undefined),
    onChange: undefined,
    follow: (now) => {
      if (now.retryUntil === null) return;
      endsAt = now.retryUntil;
      mayProlong = now.mayProlongRetry;
      retry.onChange?.();
    },
  };
  return retry;
}

// Once the time to try again is over, the server says what becomes of it; the device's clock only decides when to ask.
function showUntilRetryEnds(step: JourneyStep, retry: FollowedRetry | undefined, screen: Screen): void {
  const leaving = new AbortController();
  step.app.show(screen, () => leaving.abort());
  if (retry === undefined) return;
  void followRetry(step, retry, leaving.signal);
  void warnOfEnd(step, retry, leaving.signal);
}

/** Says that the time is nearly over, once for each time that is left, while there is more to be had. */
async function warnOfEnd({ app }: JourneyStep, retry: FollowedRetry, signal: AbortSignal): Promise<void> {
  for (let warned: string | undefined; !signal.aborted; ) {
    const leftMs = Date.parse(retry.endsAt()) - SOON_MS - Date.now();
    await wait(Math.min(MAX_TIMER_MS, Math.max(1_000, leftMs)), signal);
    if (signal.aborted || retry.onMore() === undefined) return;
    if (!retry.isSoon() || warned === retry.endsAt()) continue;
    warned = retry.endsAt();
    retry.onChange?.();
    app.announce(app.t('retrySoon'), 'polite');
  }
}

async function followRetry(step: JourneyStep, retry: FollowedRetry, signal: AbortSignal): Promise<void> {
  for (;;) {
    await wait(retryCheckDelayMs(retry.endsAt(), Date.now()), signal);
    if (signal.aborted) return;
    const answer = await step.api.readSession();
    if (signal.aborted) return;
    if (answer.kind === 'refused') return step.showTrouble(answer, () => step.resume());
    if (answer.kind === 'failed') continue;
    const { value: now } = answer;
    if (decideScreen(now, CONSENT_VERSION) !== 'camera-primer') return step.showStage(now);
    if (now.retryUntil === null) return;
    retry.follow(now);
  }
}

function openCapture(step: JourneyStep, view: SessionView): void {
  readySignals();
  const onFault = () => showInterrupted(step, view);
  startCapture(step.app, step.api, step.ways, {
    onProblem: (problem) => showProblem(step, view, problem),
    onInterrupted: () => showInterrupted(step, view),
    onStop: () => step.resume(),
    onNoAttempt: (answer) => {
      const refused = answer.kind === 'refused' && answer.status !== 403;
      if (refused) step.resume();
      else step.showTrouble(answer, () => step.resume());
    },
    onEnd: (end, movement, leaving) =>
      void showAttemptEnd(step, view, { end, made: { ...step.ways, movement }, leaving }),
  }).catch(onFault);
}

function showProblem(step: JourneyStep, view: SessionView, problem: CameraProblem): void {
  const onTryAgain = () => openCapture(step, view);
  const { onChoose } = step.choicesOf(view);
  const onPhone = view.choices.includes('phone') ? () => onChoose('phone') : undefined;
  showCameraTrouble(step, view, { problem, onTryAgain, onPhone });
}

/** How an attempt ended and in which ways it was made; `leaving` ends once another screen is shown. */
interface Ended {
  end: Exclude<AttemptEnd, { kind: 'stopped' | 'blind' }>;
  made: Ways;
  leaving: AbortSignal;
}

async function showAttemptEnd(step: JourneyStep, view: SessionView, ended: Ended): Promise<void> {
  const { end } = ended;
  if (end.kind === 'failed' || (end.kind === 'refused' && end.status === 403)) {
    step.showTrouble(end, () => step.resume());
  } else if (end.kind === 'refused') {
    showInterrupted(step, view);
  } else {
    await showOutcome(step, view, end.answer, ended);
  }
}

async function showOutcome(
  step: JourneyStep,
  view: SessionView,
  { outcome = 'completed', attemptsLeft }: FrameAnswer,
  { made, leaving }: Omit<Ended, 'end'>,
): Promise<void> {
  // The ends come next, with texts that the way up to here does without.
  void loadLater().catch(() => undefined);
  if (outcome === 'completed') return followDecision(step, view);
  if (attemptsLeft === 0) return step.resume();
  const read = await step.api.readSession();
  if (leaving.aborted) return;
  if (read.kind === 'refused') return step.showTrouble(read, () => step.resume());
  // Without an answer the page still knows why it failed, only not until when it can be tried again.
  const now = read.kind === 'ok' ? read.value : { ...view, attemptsLeft, retryUntil: null };
  if (decideScreen(now, CONSENT_VERSION) !== 'camera-primer') return step.showStage(now);
  showFailed(step, now, outcome, made);
}

function showFailed(step: JourneyStep, view: SessionView, reason: FailedAttempt, made: Ways): void {
  const onTryAgain = () => openCapture(step, view);
  const retry = findRetry(step, view);
  const { attemptsLeft } = view;
  const { ways } = step;
  const screen = attemptFailedScreen({
    reason,
    isRepeated: step.noteFailure(reason) && hasLater(),
    made,
    ways,
    movements: view.movements,
    attemptsLeft,
    retry,
    onTryAgain,
    onWithdraw: () => void withdrawConsent(step, view),
  });
  showUntilRetryEnds(step, retry, screen);
}

// An interrupted attempt says nothing of the session: only the server knows whether another one is left.
function showInterrupted(step: JourneyStep, view: SessionView): void {
  const { app, ways } = step;
  const onTryAgain = () => step.resume();
  const unknown = { movements: undefined, attemptsLeft: undefined, retry: undefined };
  app.show(
    attemptFailedScreen({
      reason: 'interrupted',
      isRepeated: false,
      made: ways,
      ways,
      ...unknown,
      onTryAgain,
      onWithdraw: () => void withdrawConsent(step, view),
    }),
  );
}
