import { CONSENT_VERSION, type SessionView } from '@titular/contract/page';
import type { App } from '../app.ts';
import { applyBranding } from '../appearance/apply-branding.ts';
import { type Entry, parseEntry } from '../entry.ts';
import { errorScreen } from '../screens/error.ts';
import { linkInvalidScreen, timeUpScreen } from '../screens/link-invalid.ts';
import { loadingScreen } from '../screens/loading.ts';
import type { Choices } from '../screens/parts/choice-list.ts';
import type { PageApi } from '../service/api.ts';
import { type Alternatives, followHandOver, takeAlternative } from './alternatives.ts';
import { showPrimer } from './camera-step.ts';
import { showConsent } from './consent-step.ts';
import { followDecision } from './decision-step.ts';
import type { JourneyStep, Trouble } from './journey-step.ts';
import { showEnded, showResult } from './show-end.ts';
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

const stepOf = (journey: Journey): JourneyStep => ({
  app: journey.app,
  api: journey.api,
  ways: journey.ways,
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
