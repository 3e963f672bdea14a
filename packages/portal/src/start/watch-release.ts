import { call } from '../service/call.ts';
import { createStore } from '../service/store.ts';
import { mayReload } from './may-reload.ts';

const KEY = 'titular-portal-reloaded';
const ASKED_EVERY_MS = 5 * 60_000;

/** Whether the server runs another release than the one this page came from. */
export const isOutdated = createStore(false);

function reloadedAtMs(): number | undefined {
  const kept = Number(sessionStorage.getItem(KEY));
  return kept > 0 ? kept : undefined;
}

/** A part of the page that is gone from the server belongs to an older release: the page reloads by itself, once. */
export function watchChunks(): void {
  window.addEventListener('vite:preloadError', () => {
    void call('readPortalState').then(
      () => {
        if (!mayReload(Date.now(), reloadedAtMs())) return isOutdated.write(true);
        sessionStorage.setItem(KEY, String(Date.now()));
        window.location.reload();
      },
      // Without a server the part is only out of reach.
      () => undefined,
    );
  });
}

let first: string | undefined;

async function compareRelease(): Promise<void> {
  const { version } = await call('readPortalState');
  first ??= version;
  if (version !== first) isOutdated.write(true);
}

/** Asks now and then which release the server runs. Returns what ends it. */
export function watchRelease(): () => void {
  const ask = (): void => {
    if (document.visibilityState === 'visible') void compareRelease().catch(() => undefined);
  };
  ask();
  const timer = window.setInterval(ask, ASKED_EVERY_MS);
  document.addEventListener('visibilitychange', ask);
  return () => {
    window.clearInterval(timer);
    document.removeEventListener('visibilitychange', ask);
  };
}
