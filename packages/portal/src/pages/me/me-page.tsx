import { useTexts } from '../../i18n/use-texts.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { PreferencesPanel } from './preferences-panel.tsx';

/** The own account: ways to sign in, recovery codes, sessions, and the choices for this browser. */
export function MePage() {
  const t = useTexts();
  return (
    <div className="page">
      <PageHead title={t('meTitle')} />
      <PreferencesPanel />
    </div>
  );
}
