import { Link } from '@tanstack/react-router';
import type { SettingsHistory } from '@titular/contract';
import { type PastSettings, settingsAt } from '@titular/contract/state-at';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { changeSearch } from '../../../lists/change-search.ts';
import { useRead } from '../../../service/queries.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { titleOf, valueWords } from '../../settings/model/setting-words.ts';
import { momentTime } from './instant.ts';

type Props = { companyId: string; moment: string };

/** The settings and limits of the company and of its organization, as they were at the moment. */
export function SettingsPanel({ companyId, moment }: Props) {
  const t = useTexts();
  const { tenantId, may } = useTenant();
  const read = useRead('readSettingsHistory', { params: { tenant_id: tenantId, company_id: companyId } });
  const subject = `company/${companyId}`;
  return (
    <Panel title={t('replaySettings')} text={t('replaySettingsText')}>
      <Loaded of={read} lines={4}>
        {(history: SettingsHistory) => <Owners owners={settingsAt(history, moment)} />}
      </Loaded>
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

const Owners = ({ owners }: { owners: PastSettings }) =>
  owners.map((one) => <Owner key={one.kind} {...one} />);

/** What differs from now in sight, all of it behind a press. */
function Owner({ kind, name, isKnown, settings }: PastSettings[number]) {
  const t = useTexts();
  const title = kind === 'tenant' ? t('settingsOfTenant') : name;
  const others = settings.filter(({ setting, value }) => value !== setting.value);
  return (
    <section className="past-settings" aria-label={title}>
      <h3 className="plain-text">{title}</h3>
      {!isKnown && <p>{t('replaySettingsUnknown')}</p>}
      {isKnown && others.length === 0 && <p>{t('replaySettingsSame')}</p>}
      {isKnown && others.length > 0 && <Values settings={others} isCompared />}
      {isKnown && (
        <details>
          <summary>{t('replaySettingsAll', { count: settings.length })}</summary>
          <Values settings={settings} />
        </details>
      )}
    </section>
  );
}

type ValuesProps = Pick<PastSettings[number], 'settings'> & { isCompared?: boolean };

function Values({ settings, isCompared = false }: ValuesProps) {
  const t = useTexts();
  const tag = useTag();
  return (
    <dl className="past-values">
      {settings.map(({ setting, value, changedAt }) => (
        <div key={setting.name}>
          <dt>{titleOf(t, setting)}</dt>
          <dd className="plain-text">{valueWords(t, setting, value)}</dd>
          {isCompared && (
            <dd className="hint plain-text">
              {t('replaySettingsNow', { value: valueWords(t, setting, setting.value) })}
            </dd>
          )}
          {isCompared && changedAt !== undefined && (
            <dd className="hint">{t('replaySettingsChanged', { time: momentTime(changedAt, tag) })}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}
