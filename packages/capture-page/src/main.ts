import type { PageLanguage } from '@titular/contract/page';
import { createApp } from './app.ts';
import { isFramed } from './embedding/channel.ts';
import { startFramed } from './embedding/start-framed.ts';
import { CLEAN_PATH, cleanAddress } from './entry.ts';
import { readEntry, startJourney } from './flow/journey.ts';
import { showNoCookies } from './flow/show-no-cookies.ts';
import { USUAL_WAYS } from './flow/ways.ts';
import { chooseLanguage, parseLanguage } from './i18n/choose-language.ts';
import { loadLanguage } from './i18n/load-language.ts';
import { pageApi } from './service/api.ts';
import { followCalls } from './service/follow-calls.ts';
import { ownPage } from './service/own-page.ts';
import { startTelemetry } from './service/start-telemetry.ts';
import { pageTelemetry } from './service/telemetry.ts';

async function start(root: HTMLElement): Promise<void> {
  const asked = new URLSearchParams(window.location.search).get('lang');
  let chosen: PageLanguage | undefined = parseLanguage(asked);
  const clean = () => window.history.replaceState(ownPage.state(), '', cleanAddress(chosen));
  const first = chooseLanguage(asked, navigator.languages ?? [navigator.language]);
  await loadLanguage(first);
  const app = createApp({
    root,
    language: first,
    isLanguageChosen: chosen !== undefined,
    onChosen: (language) => {
      chosen = language;
      if (window.location.pathname === CLEAN_PATH) clean();
    },
  });
  // A page brought back from memory has lost its camera and may be behind the server: it starts from the session again.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) window.location.reload();
  });
  const entry = readEntry();
  // A session opened here would be lost with its cookie, and the link with it.
  if (!navigator.cookieEnabled) {
    showNoCookies(app, entry);
    return;
  }
  startTelemetry(pageTelemetry, pageApi);
  const api = followCalls(pageApi, pageTelemetry.tell);
  void startJourney({ app, api, ways: { ...USUAL_WAYS }, cleanAddress: clean }, entry);
}

// A browser may load a page before anybody has asked for it: then nothing is opened yet, least of all a link that opens once.
function whenAskedFor(run: () => void): void {
  const { prerendering } = document as { prerendering?: boolean };
  if (prerendering === true) document.addEventListener('prerenderingchange', run, { once: true });
  else run();
}

const loadAgainOnceOnline = (): void =>
  window.addEventListener('online', () => window.location.reload(), { once: true });

const root = document.getElementById('app');
if (root !== null) {
  // Where the texts do not come, the document's own words and its way to load again stay.
  if (isFramed(window)) startFramed(root).catch(loadAgainOnceOnline);
  else whenAskedFor(() => void start(root).catch(loadAgainOnceOnline));
}
