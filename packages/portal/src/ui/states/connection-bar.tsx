import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../service/call.ts';
import { connection } from '../../service/connection.ts';
import { awayDelayMs } from '../../service/retry.ts';
import { useStore } from '../../service/store.ts';
import { OfflineIcon } from '../icons.ts';

/** Asks for the least there is, which notes by itself whether the server answered. */
const probe = (): void => void call('readPortalState').catch(() => undefined);

/** The same where somebody looks; a hidden tab waits until it is shown. */
const probeIfSeen = (): void => {
  if (document.visibilityState === 'visible') probe();
};

/** Seconds until the next try, counted down; 0 while it is under way. */
function useCountdown(tries: number | undefined): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (tries === undefined) return undefined;
    const dueMs = Date.now() + awayDelayMs(tries);
    const count = (): void => setLeft(Math.max(0, Math.ceil((dueMs - Date.now()) / 1_000)));
    count();
    const ticking = window.setInterval(count, 1_000);
    const trying = window.setTimeout(probeIfSeen, dueMs - Date.now());
    window.addEventListener('online', probeIfSeen);
    document.addEventListener('visibilitychange', probeIfSeen);
    return () => {
      window.clearInterval(ticking);
      window.clearTimeout(trying);
      window.removeEventListener('online', probeIfSeen);
      document.removeEventListener('visibilitychange', probeIfSeen);
    };
  }, [tries]);
  return left;
}

/** Says that the server does not answer, and when the page tries again: after 1, 2, 4 … 30 seconds. */
export function ConnectionBar() {
  const t = useTexts();
  const state = useStore(connection);
  const left = useCountdown(state.kind === 'away' ? state.tries : undefined);
  const isCutOff = state.kind === 'away';
  return (
    <div className="connection">
      <p className="visually-hidden" role="status">
        {isCutOff && `${t(navigator.onLine ? 'awayTitle' : 'offlineTitle')} ${t('awayKept')}`}
      </p>
      {isCutOff && (
        <aside className="bar bar-notice">
          <OfflineIcon className="icon" aria-hidden />
          <span>
            <strong>{t(navigator.onLine ? 'awayTitle' : 'offlineTitle')}</strong> {t('awayKept')}{' '}
            {left > 0 ? t('awayNext', { count: left }) : t('awayNow')}
          </span>
          <button type="button" className="bar-act" onClick={probe}>
            {t('tryNow')}
          </button>
        </aside>
      )}
    </div>
  );
}
