import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/use-texts.ts';
import { changeSearch } from '../../../lists/change-search.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Panel } from '../../../ui/panel.tsx';

/** Says that settings are those of now, and leads whoever reads all of the audit log to what changed them. */
export function SettingsPanel({ companyId }: { companyId: string }) {
  const t = useTexts();
  const { tenantId, may } = useTenant();
  const subject = `company/${companyId}`;
  return (
    <Panel title={t('replaySettings')}>
      <p>{t('replaySettingsText')}</p>
      {may('audit:read', 'all') && (
        <p>
          <Link
            to="/t/$tenant/audit"
            params={{ tenant: tenantId }}
            search={(all) => changeSearch(all, { at: undefined, part: undefined, subject })}
            className="link link-apart"
          >
            {t('replaySettingsLink')}
          </Link>
        </p>
      )}
    </Panel>
  );
}
