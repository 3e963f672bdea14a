import { createRoot } from 'react-dom/client';
import { chooseLanguage } from './i18n/languages.ts';
import { loadTexts } from './i18n/load-texts.ts';
import { changeLanguage } from './i18n/use-texts.ts';
import { applyPreferences, followTabs, preferences } from './preferences/preference-store.ts';
import { Root } from './root.tsx';
import { awayDelayMs } from './service/retry.ts';
import { readSessionEarly } from './session/read-session.ts';
import { followFragments, holdFragment } from './start/fragment.ts';
import { pageKind } from './start/page-kind.ts';
import { holdReturn } from './start/provider-return.ts';
import { watchChunks } from './start/watch-release.ts';

holdFragment();
followFragments();
holdReturn();
applyPreferences();
watchChunks();
if (pageKind(window.location.pathname) === 'session') readSessionEarly();
followTabs(({ language }) => {
  void changeLanguage(chooseLanguage(language, navigator.languages)).catch(() => undefined);
});

/** Shows the page once its first words are there; nothing could be said before. */
async function start(tries = 1): Promise<void> {
  const language = chooseLanguage(preferences.read().language, navigator.languages);
  try {
    await loadTexts(language, 'early');
    await changeLanguage(language);
  } catch {
    window.setTimeout(() => void start(tries + 1), awayDelayMs(tries));
    return;
  }
  const place = document.getElementById('app');
  if (place) createRoot(place).render(<Root />);
}

void start();
