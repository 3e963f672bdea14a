import type { SessionView } from '@titular/contract/page';
import { type App, createApp } from '../app.ts';
import { isBlockedByPage } from '../camera/device/open-camera.ts';
import { startJourney } from '../flow/journey.ts';
import { USUAL_WAYS } from '../flow/ways.ts';
import { chooseLanguage, parseLanguage } from '../i18n/choose-language.ts';
import { loadLanguage } from '../i18n/load-language.ts';
import { linkInvalidScreen } from '../screens/link-invalid.ts';
import { pageApi } from '../service/api.ts';
import { followCalls } from '../service/follow-calls.ts';
import { startTelemetry } from '../service/start-telemetry.ts';
import { pageTelemetry } from '../service/telemetry.ts';
import { wait } from '../service/wait.ts';
import { type FrameOpening, openChannel } from './channel.ts';
import { keepOpen, OPENING_MS } from './keep-open.ts';
import { addLeaveControl, type LeaveControl } from './leave-control.ts';
import { reportEnd } from './report-end.ts';

const OFFER_CLOSE_MS = 1_000;

async function createFramedApp(
  root: HTMLElement,
  opening: FrameOpening | undefined,
  onLanguage: () => void,
): Promise<App> {
  const language = chooseLanguage(opening?.language ?? null, navigator.languages ?? [navigator.language]);
  await loadLanguage(language);
  const isLanguageChosen = parseLanguage(opening?.language) !== undefined;
  return createApp({ root, language, isLanguageChosen, onLanguage });
}

/** Starts the page in a frame: it waits for the SDK's code, keeps to its own address, and tells the SDK how it goes. */
export async function startFramed(root: HTMLElement): Promise<void> {
  const channel = openChannel(window);
  const opening = await channel.askForOpening(OPENING_MS);
  let control: LeaveControl | undefined;
  const app = await createFramedApp(root, opening, () => control?.relabel());
  if (!opening) return app.show(linkInvalidScreen(undefined));
  pageTelemetry.onPageEvent((event) => {
    channel.tell({ type: 'event', event });
    if (event === 'camera_blocked') channel.tell({ type: 'error', code: 'camera_blocked_by_page' });
  });
  if (isBlockedByPage()) pageTelemetry.tell('camera_blocked');
  const close = () => channel.tell({ type: 'closed' });
  control = addLeaveControl(root, app, close);
  const { leave, leaveAtOnce, offerClose } = control;
  channel.onLeave(leave);
  // Who was approved is led back after a while, unless they stay; any other end may say what to do about a misused card.
  const onFinished = (status: SessionView['status']): void =>
    status === 'approved' ? leaveAtOnce() : offerClose();
  const onStay = () => {
    channel.tell({ type: 'stays' });
    // What stands there is not moved from under a press.
    void wait(OFFER_CLOSE_MS).then(offerClose);
  };
  const wire = keepOpen(pageApi, channel, opening);
  startTelemetry(pageTelemetry, pageApi);
  const api = reportEnd(followCalls(wire, pageTelemetry.tell), channel, onFinished);
  const framed = { cleanAddress: () => undefined, isFramed: true, onClose: close, onStay };
  const journey = { app, api, ways: { ...USUAL_WAYS }, ...framed };
  await startJourney(journey, { kind: 'code', code: opening.code });
}
