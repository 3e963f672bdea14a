import './deployment.css';
import type { Configuration, ConfiguredSetting } from '@titular/contract';
import { useState } from 'react';
import type { Language } from '../../i18n/languages.ts';
import type { Translate } from '../../i18n/texts.ts';
import { languageStore, useTexts } from '../../i18n/use-texts.ts';
import { useRead } from '../../service/queries.ts';
import { useStore } from '../../service/store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Field } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { plainWords } from '../../words/plain-words.ts';
import { OperatorPage } from './operator-page.tsx';
import { purposeIn } from './purpose-words.ts';

/** Settings of the process that answers: value, where it is from, and what to look at. Nothing is changed here. */
export function ConfigurationPage() {
  const t = useTexts();
  return (
    <OperatorPage title={t('configurationTitle')} text={t('configurationIntro')}>
      <Settings />
    </OperatorPage>
  );
}

function Settings() {
  const t = useTexts();
  const language = useStore(languageStore);
  const read = useRead('readConfiguration');
  const [text, setText] = useState('');
  return (
    <>
      {read.data && <Notices {...read.data} />}
      <div className="panel panel-flush">
        <div className="configuration-search">
          <Field
            label={t('configurationSearch')}
            type="search"
            value={text}
            onChange={setText}
            autoComplete="off"
          />
        </div>
        <div className="panel-body">
          <Loaded of={read} lines={8}>
            {({ settings }) => (
              <SettingsTable settings={settings.filter((one) => hasWords(one, language, text))} />
            )}
          </Loaded>
        </div>
      </div>
    </>
  );
}

/** Whether a variable has the typed words, whatever their case and with spaces for underscores, or what it is for has them. */
function hasWords(setting: ConfiguredSetting, language: Language, text: string): boolean {
  const typed = text.trim();
  const isNamed = setting.variable.includes(typed.toUpperCase().replaceAll(/[\s-]+/g, '_'));
  return isNamed || plainWords(purposeIn(setting, language)).includes(plainWords(typed));
}

const MEANT = /^(\S+) \(did you mean (\S+)\?\)$/;

/** A variable that is no setting, in words, with the setting that was perhaps meant. */
function sayUnknown(t: Translate, variable: string): string {
  const [, name, meant] = MEANT.exec(variable) ?? [];
  if (name === undefined || meant === undefined) return t('configurationUnknown', { name: variable });
  return t('configurationMeant', { name, meant });
}

function Notices({ warnings, unknown }: Pick<Configuration, 'warnings' | 'unknown'>) {
  const t = useTexts();
  if (warnings.length === 0 && unknown.length === 0) return null;
  return (
    <Panel title={t('configurationNotices')}>
      <ul className="configuration-notices">
        {warnings.map((warning) => (
          <li key={warning}>{t(`warning_${warning}`)}</li>
        ))}
        {unknown.map((variable) => (
          <li key={variable}>{sayUnknown(t, variable)}</li>
        ))}
      </ul>
    </Panel>
  );
}

function SettingsTable({ settings }: { settings: readonly ConfiguredSetting[] }) {
  const t = useTexts();
  if (settings.length === 0) return <p className="panel-note">{t('configurationNothing')}</p>;
  return (
    <table className="table table-stack configuration">
      <thead>
        <tr>
          <th scope="col">{t('configurationVariable')}</th>
          <th scope="col">{t('configurationValue')}</th>
          <th scope="col">{t('configurationFrom')}</th>
        </tr>
      </thead>
      <tbody>
        {settings.map((setting) => (
          <SettingLine key={setting.variable} setting={setting} />
        ))}
      </tbody>
    </table>
  );
}

function SettingLine({ setting }: { setting: ConfiguredSetting }) {
  const t = useTexts();
  const language = useStore(languageStore);
  const { variable, value, isSet, source, differs } = setting;
  return (
    <tr>
      <th scope="row">
        <span className="mono process-name">{variable}</span>
        <span className="hint">{purposeIn(setting, language)}</span>
      </th>
      <td data-label={t('configurationValue')}>
        <span className={value === undefined ? 'hint' : 'mono process-name'}>
          {value ?? t(isSet ? 'configurationSet' : 'configurationNone')}
        </span>
      </td>
      <td data-label={t('configurationFrom')}>
        <span>
          <Badge tone={source === 'default' ? 'plain' : 'accent'}>{t(`source_${source}`)}</Badge>
          {differs && <Badge tone="danger">{t('configurationDiffers')}</Badge>}
        </span>
      </td>
    </tr>
  );
}
