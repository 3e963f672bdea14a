import { useTexts } from '../i18n/use-texts.ts';
import { useStore } from '../service/store.ts';
import { isOutdated } from '../start/watch-release.ts';
import { ReloadIcon } from '../ui/icons.ts';

/** Offers a reload once the server runs another release; nothing is lost by waiting. */
export function ReleaseBar() {
  const t = useTexts();
  const isOffered = useStore(isOutdated);
  return (
    <div role="status">
      {isOffered && (
        <aside className="bar bar-accent">
          <ReloadIcon className="icon" aria-hidden />
          <span>{t('newRelease')}</span>
          <button type="button" className="bar-act" onClick={() => window.location.reload()}>
            {t('reload')}
          </button>
        </aside>
      )}
    </div>
  );
}
