import { CONSENT_VERSION, type SessionView } from '@titular/contract/page';
import type { App } from '../app.ts';
import { applyAppearance } from '../appearance/apply-appearance.ts';
import { presetSignals } from '../camera/step-signals.ts';
import { type Entry, parseEntry } from '../entry.ts';
import { type Later, loadLater } from '../i18n/load-later.ts';
import type { FailedAttempt } from '../screens/camera/attempt-failed.ts';
import { errorScreen } from '../screens/error.ts';
import { timeUpScreen } from '../screens/link-invalid.ts';
import { loadingScreen } from '../screens/loading.ts';
import type { Choices } from '../screens/parts/choice-list.ts';
import type { PageApi } from '../service/api.ts';
import { type Alternatives, followHandOver, takeAlternative } from './alternatives.ts';
import { suggestsPhoneFirst, takePhoneFirst } from './phone-suggestion.ts';
import { showEnded, showResult } from './show-end.ts';
import { decideScreen, type StageScreen } from './stages.ts';
import { showPrimer } from './steps/camera-step.ts';
import { showConsent } from './steps/consent-step.ts';
import { followDecision } from './steps/decision-step.ts';
import type { JourneyStep, Trouble } from './steps/journey-step.ts';
import { showLateLink } from './steps/late-link-step.ts';
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
  /** The page stands in a frame of the shop's. */
  isFramed?: boolean;
  /** Takes the frame away; undefined outside of one. */
  onClose?: () => void;
  /** The person stays at the result. */
  onStay?: () => void;
  hasStayed?: boolean;
  /** How attempts of this page load failed, the last one last. */
  failures?: FailedAttempt[];
  onTrouble?: (trouble: Trouble, retry: () => void) => void;
}

/** Opens the session and leads the person from the stage it is in. */
export async function startJourney(journey: Journey, entry: Entry): Promise<void> {
  journey.app.show(loadingScreen);
  const answer = await journey.api.openSession(entry);
  if (answer.kind === 'failed') return showTrouble(journey, answer, () => startJourney(journey, entry));
  if (answer.kind === 'refused') return showRefused(journey, answer.code, entry);
  await journey.app.suggestLanguage(answer.value.language);
  journey.cleanAddress();
  const { handOver } = answer.value;
  if (suggestsPhoneFirst(answer.value)) return showPhoneFirst(journey, answer.value);
  // Nobody asked for a suggested link, and its code went with the page that showed it.
  const isUnseen = handOver?.isSuggested === true && handOver.state === 'sent';
  if (
    handOver === null ||
    handOver.state === 'expired' ||
    isUnseen ||
    journey.staysHere ||
    !isOpen(answer.value)
  )
    return showStage(journey, answer.value);
  showBranding(journey, answer.value);
  followHandOver(alternatives(journey), answer.value, handOver);
}

// A link that cannot be made is no reason to keep the person: they go on here.
async function showPhoneFirst(journey: Journey, view: SessionView): Promise<void> {
  showBranding(journey, view);
  await takePhoneFirst(alternatives(journey), view, () => showStage(journey, view));
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
  journey.onTrouble = (trouble, retry) => showTrouble(journey, trouble, retry);
  void showLateLink(journey, entry);
}

async function renew(journey: Journey, entry: Entry): Promise<void> {
  const answer = await journey.api.renewSession(entry);
  if (answer.kind === 'failed') return showTrouble(journey, answer, () => void renew(journey, entry));
  if (answer.kind === 'refused') return showRefused(journey, answer.code, entry);
  await journey.app.suggestLanguage(answer.value.language);
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

/** Keeps how an attempt failed; answers whether one before it failed alike. */
function noteFailure(journey: Journey, reason: FailedAttempt): boolean {
  const before = journey.failures ?? [];
  journey.failures = [...before, reason];
  return before.includes(reason);
}

function withLater(journey: Journey, goOn: (later: Later) => void): void {
  loadLater().then(goOn, () => {
    const trouble: Trouble = { kind: 'failed', cause: 'unreachable' };
    showTrouble(journey, trouble, () => withLater(journey, goOn));
  });
}

// An end is told without the texts that come later, too: a browser may remember that their file was lost, so asking again need not help.
const atEnd = (show: () => void): void => void loadLater().then(show, show);

const stepOf = (journey: Journey): JourneyStep => ({
  app: journey.app,
  api: journey.api,
  ways: journey.ways,
  isFramed: journey.isFramed === true,
  ending: {
    close: journey.onClose,
    stay: () => {
      journey.hasStayed = true;
      journey.onStay?.();
    },
    hasStayed: () => journey.hasStayed === true,
  },
  noteFailure: (reason) => noteFailure(journey, reason),
  withLater: (goOn) => withLater(journey, goOn),
  alternatives: () => alternatives(journey),
  showStage: (view) => showStage(journey, view),
  showTrouble: (trouble, retry) => showTrouble(journey, trouble, retry),
  resume: () => void resume(journey),
  choicesOf: (view) => choicesOf(journey, view),
});

const showByScreen: Readonly<Record<StageScreen, (journey: Journey, view: SessionView) => void>> = {
  consent: (journey, view) => showConsent(stepOf(journey), view),
  'stale-page': (journey) => showReload(journey),
  'camera-primer': (journey, view) => showPrimer(stepOf(journey), view),
  waiting: (journey, view) => followDecision(stepOf(journey), view),
  approved: (journey, view) => atEnd(() => showResult(stepOf(journey), view, 'approved')),
  'not-approved': (journey, view) => atEnd(() => showResult(stepOf(journey), view, 'not-approved')),
  ended: (journey, view) => atEnd(() => showEnded(stepOf(journey), view)),
};

function showBranding(journey: Journey, view: SessionView): void {
  journey.company = view.companyName;
  applyAppearance(journey.app, view);
  presetSignals(view.stepFeedback);
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
  const { reference } = trouble;
  app.show(errorScreen({ isOffline, reference, onRetry: retry }), () =>
    window.removeEventListener('online', retry),
  );
}

function showReload(journey: Journey): void {
  journey.app.show(
    errorScreen({ isOffline: false, reference: undefined, onRetry: () => window.location.reload() }),
  );
}
