import { Switch } from 'react-aria-components/Switch';
import { LANGUAGES, languageFacts } from '../../i18n/languages.ts';
import { changeLanguage, languageStore, useTexts } from '../../i18n/use-texts.ts';
import { changePreferences, preferences } from '../../preferences/preference-store.ts';
import { useStore } from '../../service/store.ts';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { say } from '../../ui/states/toast-store.ts';

const languages = LANGUAGES.map((value) => ({ value, text: languageFacts[value].ownName }));

/** Language, colours, spacing and shortcuts of this browser. */
export function PreferencesPanel() {
  const t = useTexts();
  const language = useStore(languageStore);
  const { theme, density, hasShortcuts } = useStore(preferences);
  return (
    <Panel title={t('mePreferences')} text={t('mePreferencesText')}>
      <div className="preferences">
        <Select
          label={t('languageLabel')}
          value={language}
          options={languages}
          onChange={(chosen) => {
            changePreferences({ language: chosen });
            void changeLanguage(chosen).catch(() => say(t('noAnswer'), 'danger'));
          }}
        />
        <Select
          label={t('themeLabel')}
          value={theme}
          options={[
            { value: 'system', text: t('themeSystem') },
            { value: 'light', text: t('themeLight') },
            { value: 'dark', text: t('themeDark') },
          ]}
          onChange={(chosen) => changePreferences({ theme: chosen })}
        />
        <Select
          label={t('densityLabel')}
          value={density}
          options={[
            { value: 'compact', text: t('densityCompact') },
            { value: 'comfortable', text: t('densityComfortable') },
          ]}
          onChange={(chosen) => changePreferences({ density: chosen })}
        />
      </div>
      <Switch
        className="switch"
        isSelected={hasShortcuts}
        onChange={(isOn) => changePreferences({ hasShortcuts: isOn })}
      >
        <span className="switch-track" />
        <span>
          {t('shortcutsLabel')}
          <span className="hint switch-hint">{t('shortcutsHint')}</span>
        </span>
      </Switch>
    </Panel>
  );
}
