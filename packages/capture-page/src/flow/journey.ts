import {
  CONSENT_VERSION,
  type FrameAnswer,
  type SessionView,
  type StateIdentityRequest,
} from '@titular/contract/page';
import type { App, Screen } from '../app.ts';
import { applyBranding } from '../appearance/apply-branding.ts';
import type { CameraProblem } from '../camera/camera-problem.ts';
import type { AttemptEnd } from '../camera/run-attempt.ts';
import { type Entry, parseEntry } from '../entry.ts';
import { attemptFailedScreen, type FailedAttempt } from '../screens/camera/attempt-failed.ts';
import { cameraPrimerScreen } from '../screens/camera/camera-primer.ts';
import type { Retry } from '../screens/camera/retry-note.ts';
import { consentScreen } from '../screens/consent.ts';
import { declinedScreen } from '../screens/declined.ts';
import { errorScreen } from '../screens/error.ts';
import { linkInvalidScreen, timeUpScreen } from '../screens/link-invalid.ts';
import { loadingScreen } from '../screens/loading.ts';
import type { Choices } from '../screens/parts/choice-list.ts';
import { type IdentityProblem, stateIdentityScreen } from '../screens/state-identity.ts';
import { waitingScreen } from '../screens/waiting.ts';
import type { ApiAnswer, PageApi } from '../service/api.ts';
import { pollDelayMs, retryCheckDelayMs } from '../service/retry.ts';
import { wait } from '../service/wait.ts';
import { formatTimeOfDay } from '../time-of-day.ts';
import { type Alternatives, followHandOver, takeAlternative } from './alternatives.ts';
import { showCameraTrouble } from './camera-trouble.ts';
import { startCapture } from './capture-flow.ts';
import { findContinue, showEnded, showResult } from './show-end.ts';
import { decideScreen, type StageScreen } from './stages.ts';
import type { Ways } from './ways.ts';

/** What the person's way through the page needs. */
export interface Journey {
  app: App;
  api: PageApi;
  /** How the person wants to be asked, as chosen since the page was opened. */
  ways: Ways;
  /** Takes secrets out of the address bar and the history entry. */
  cleanAddress: () => void;
  /** Who asks, once the page has heard of it. */
  company?: string;
  /** The person goes on here although a link is out. */
  staysHere?: boolean;
}

type Trouble = Exclude<ApiAnswer<unknown>, { kind: 'ok' }>;

/** Opens the session and leads the person from the stage it is in. */
export async function startJourney(journey: Journey, entry: Entry): Promise<void> {
  journey.app.show(loadingScreen);
  const answer = await journey.api.openSession(entry);
  if (answer.kind === 'failed') return showTrouble(journey, answer, () => startJourney(journey, entry));
  if (answer.kind === 'refused') return showRefused(journey, answer.code, entry);
  journey.cleanAddress();
  const { handOver } = answer.value;
  if (handOver === null || handOver.state === 'expired' || journey.staysHere || !isOpen(answer.value))
    return showStage(journey, answer.value);
  showBranding(journey, answer.value);
  followHandOver(alternatives(journey), answer.value, handOver);
}

const isOpen = ({ stage }: SessionView): boolean => stage === 'consent' || stage === 'camera';

/** Catalogue code of: the time ran out, and this browser may go on. */
const TIME_UP = '40311';

// The code stays in the address until it is used or of no more use: a reload must be able to ask again.
function showRefused(journey: Journey, code: string, entry: Entry): void {
  if (code === TIME_UP) {
    journey.app.show(timeUpScreen(() => void renew(journey, entry)));
    return;
  }
  journey.cleanAddress();
  journey.app.show(linkInvalidScreen(journey.company));
}

async function renew(journey: Journey, entry: Entry): Promise<void> {
  const answer = await journey.api.renewSession(entry);
  if (answer.kind === 'failed') return showTrouble(journey, answer, () => void renew(journey, entry));
  if (answer.kind === 'refused') return showRefused(journey, answer.code, entry);
  journey.cleanAddress();
  showStage(journey, answer.value);
}

const alternatives = (journey: Journey): Alternatives => ({
  app: journey.app,
  api: journey.api,
  onView: (view) => showStage(journey, view),
  onStayHere: (view) => {
    journey.staysHere = true;
    showStage(journey, view);
  },
  onTrouble: (trouble, retry) => showTrouble(journey, trouble, retry),
  onResume: () => void resume(journey),
});

const choicesOf = (journey: Journey, view: SessionView): Choices => ({
  view,
  onChoose: (choice) => takeAlternative(alternatives(journey), view, choice),
});

/** Reads how this page load was opened. */
export function readEntry(): Entry {
  return parseEntry(window.location.pathname);
}

const resume = (journey: Journey) => startJourney(journey, { kind: 'session' });

const showByScreen: Readonly<Record<StageScreen, (journey: Journey, view: SessionView) => void>> = {
  consent: showConsent,
  'stale-page': (journey) => showReload(journey),
  'camera-primer': showPrimer,
  waiting: followDecision,
  approved: ({ app }, view) => showResult(app, view, 'approved'),
  'not-approved': ({ app }, view) => showResult(app, view, 'not-approved'),
  ended: ({ app }, view) => showEnded(app, view),
};

function showBranding(journey: Journey, { companyName, brandColour, subject }: SessionView): void {
  journey.company = companyName;
  journey.app.setSubject(subject);
  applyBranding(brandColour);
}

function showStage(journey: Journey, view: SessionView): void {
  showBranding(journey, view);
  showByScreen[decideScreen(view, CONSENT_VERSION)](journey, view);
}

function showTrouble(journey: Journey, trouble: Trouble, retry: () => void): void {
  if (trouble.kind === 'refused' && trouble.status === 403) {
    showRefused(journey, trouble.code, { kind: 'session' });
    return;
  }
  const { app } = journey;
  const isOffline = trouble.kind === 'failed' && trouble.cause === 'unreachable';
  if (isOffline) window.addEventListener('online', retry);
  app.show(errorScreen({ isOffline, onRetry: retry }), () => window.removeEventListener('online', retry));
}

function showReload(journey: Journey): void {
  journey.app.show(errorScreen({ isOffline: false, onRetry: () => window.location.reload() }));
}

function showConsent(journey: Journey, view: SessionView): void {
  const answerWith = (accepted: boolean) => () => void sendConsent(journey, accepted);
  const onAnotherIdentity = () => showIdentity(journey, view);
  const onAccept = answerWith(true);
  const { onChoose } = choicesOf(journey, view);
  journey.app.show(
    consentScreen({ view, onAccept, onDecline: answerWith(false), onAnotherIdentity, onChoose }),
  );
}

function showIdentity(
  journey: Journey,
  view: SessionView,
  typed?: StateIdentityRequest,
  problem?: IdentityProblem,
): void {
  const onState = (identity: StateIdentityRequest) => void sendIdentity(journey, view, identity);
  const onBack = () => showStage(journey, view);
  journey.app.show(stateIdentityScreen({ company: view.companyName, typed, problem, onState, onBack }));
}

async function sendIdentity(
  journey: Journey,
  view: SessionView,
  identity: StateIdentityRequest,
): Promise<void> {
  const answer = await journey.api.stateIdentity(identity);
  if (answer.kind === 'ok') return showStage(journey, answer.value);
  if (answer.kind === 'refused' && answer.status === 400)
    return showIdentity(journey, view, identity, answer.code === '40063' ? 'fixed' : 'invalid');
  showTrouble(journey, answer, () => showIdentity(journey, view, identity));
}

async function sendConsent(journey: Journey, accepted: boolean): Promise<void> {
  const language = journey.app.language();
  const answer = await journey.api.sendConsent({ version: CONSENT_VERSION, language, accepted });
  if (answer.kind !== 'ok') return showTrouble(journey, answer, () => void resume(journey));
  if (accepted) return showStage(journey, answer.value);
  const { value: now } = answer;
  if (now.stage !== 'consent') return showStage(journey, now);
  const { companyName: company } = now;
  const choices = choicesOf(journey, now);
  const onChangedMind = () => showConsent(journey, now);
  journey.app.show(declinedScreen({ company, choices, onChangedMind, onContinue: findContinue(now) }));
}

function showPrimer(journey: Journey, view: SessionView): void {
  const { attemptsLeft } = view;
  const onStart = () => openCapture(journey, view);
  const retry = findRetry(journey, view);
  const screen = cameraPrimerScreen({
    attemptsLeft,
    retry,
    ways: journey.ways,
    movements: view.movements,
    choices: choicesOf(journey, view),
    onStart,
  });
  showUntilRetryEnds(journey, view, screen);
}

function findRetry({ app }: Journey, { companyName, retryUntil }: SessionView): Retry | undefined {
  if (retryUntil === null) return undefined;
  const until = () => formatTimeOfDay(retryUntil, app.language(), navigator.languages ?? []);
  return { company: companyName, until };
}

// Once the time to try again is over, the server says what becomes of it; the device's clock only decides when to ask.
function showUntilRetryEnds(journey: Journey, view: SessionView, screen: Screen): void {
  const leaving = new AbortController();
  journey.app.show(screen, () => leaving.abort());
  if (view.retryUntil !== null) void followRetry(journey, view.retryUntil, leaving.signal);
}

async function followRetry(journey: Journey, retryUntil: string, signal: AbortSignal): Promise<void> {
  for (let until = retryUntil; ; ) {
    await wait(retryCheckDelayMs(until, Date.now()), signal);
    if (signal.aborted) return;
    const answer = await journey.api.readSession();
    if (signal.aborted) return;
    if (answer.kind === 'refused') return showTrouble(journey, answer, () => void resume(journey));
    if (answer.kind === 'failed') continue;
    const { value: now } = answer;
    if (decideScreen(now, CONSENT_VERSION) !== 'camera-primer') return showStage(journey, now);
    if (now.retryUntil === null) return;
    until = now.retryUntil;
  }
}

function openCapture(journey: Journey, view: SessionView): void {
  void startCapture(journey.app, journey.api, journey.ways, {
    onProblem: (problem) => showProblem(journey, view, problem),
    onInterrupted: () => showInterrupted(journey),
    onStop: () => void resume(journey),
    onNoAttempt: (answer) => {
      const refused = answer.kind === 'refused' && answer.status !== 403;
      if (refused) void resume(journey);
      else showTrouble(journey, answer, () => void resume(journey));
    },
    onEnd: (end, movement, leaving) =>
      void showAttemptEnd(journey, view, { end, made: { ...journey.ways, movement }, leaving }),
  });
}

function showProblem(journey: Journey, view: SessionView, problem: CameraProblem): void {
  const onTryAgain = () => openCapture(journey, view);
  const { onChoose } = choicesOf(journey, view);
  const onPhone = view.choices.includes('phone') ? () => onChoose('phone') : undefined;
  showCameraTrouble(journey, view, { problem, onTryAgain, onPhone });
}

/** How an attempt ended and in which ways it was made; `leaving` ends once another screen is shown. */
interface Ended {
  end: Exclude<AttemptEnd, { kind: 'stopped' }>;
  made: Ways;
  leaving: AbortSignal;
}

async function showAttemptEnd(journey: Journey, view: SessionView, ended: Ended): Promise<void> {
  const { end } = ended;
  if (end.kind === 'failed' || (end.kind === 'refused' && end.status === 403)) {
    showTrouble(journey, end, () => void resume(journey));
  } else if (end.kind === 'refused') {
    showInterrupted(journey);
  } else {
    await showOutcome(journey, view, end.answer, ended);
  }
}

async function showOutcome(
  journey: Journey,
  view: SessionView,
  { outcome = 'completed', attemptsLeft }: FrameAnswer,
  { made, leaving }: Omit<Ended, 'end'>,
): Promise<void> {
  if (outcome === 'completed') return followDecision(journey, view);
  if (attemptsLeft === 0) return void resume(journey);
  const read = await journey.api.readSession();
  if (leaving.aborted) return;
  if (read.kind === 'refused') return showTrouble(journey, read, () => void resume(journey));
  // Without an answer the page still knows why it failed, only not until when it can be tried again.
  const now = read.kind === 'ok' ? read.value : { ...view, attemptsLeft, retryUntil: null };
  if (decideScreen(now, CONSENT_VERSION) !== 'camera-primer') return showStage(journey, now);
  showFailed(journey, now, outcome, made);
}

function showFailed(journey: Journey, view: SessionView, reason: FailedAttempt, made: Ways): void {
  const onTryAgain = () => openCapture(journey, view);
  const retry = findRetry(journey, view);
  const { attemptsLeft } = view;
  const { ways } = journey;
  const screen = attemptFailedScreen({
    reason,
    made,
    ways,
    movements: view.movements,
    attemptsLeft,
    retry,
    onTryAgain,
  });
  showUntilRetryEnds(journey, view, screen);
}

// An interrupted attempt says nothing of the session: only the server knows whether another one is left.
function showInterrupted(journey: Journey): void {
  const { app, ways } = journey;
  const onTryAgain = () => void resume(journey);
  const unknown = { movements: undefined, attemptsLeft: undefined, retry: undefined };
  app.show(attemptFailedScreen({ reason: 'interrupted', made: ways, ways, ...unknown, onTryAgain }));
}

function followDecision(journey: Journey, view: SessionView): void {
  const leaving = new AbortController();
  const company = view.companyName;
  const onCheck = () => followDecision(journey, view);
  journey.app.show(waitingScreen({ company, isLong: false, onCheck }), () => leaving.abort());
  void pollDecision(journey, leaving.signal, () =>
    journey.app.show(waitingScreen({ company, isLong: true, onCheck })),
  );
}

async function pollDecision(journey: Journey, signal: AbortSignal, onLong: () => void): Promise<void> {
  const startedMs = performance.now();
  for (let delayMs: number | undefined = 0; delayMs !== undefined; ) {
    await wait(delayMs, signal);
    const answer = await journey.api.readSession();
    if (signal.aborted) return;
    if (answer.kind === 'refused') return showTrouble(journey, answer, () => void resume(journey));
    if (answer.kind === 'ok' && answer.value.stage !== 'processing') return showStage(journey, answer.value);
    delayMs = pollDelayMs(performance.now() - startedMs);
  }
  onLong();
}
