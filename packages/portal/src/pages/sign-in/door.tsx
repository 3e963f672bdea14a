import { type ReactNode, useEffect } from 'react';
import { LANGUAGES, languageFacts } from '../../i18n/languages.ts';
import { changeLanguage, languageStore, useTexts } from '../../i18n/use-texts.ts';
import { changePreferences } from '../../preferences/preference-store.ts';
import { useStore } from '../../service/store.ts';
import { Logo } from '../../ui/logo.tsx';
import { Select } from '../../ui/select.tsx';
import { ConnectionBar } from '../../ui/states/connection-bar.tsx';
import { Toaster } from '../../ui/states/toaster.tsx';

type Props = { title: string; text?: ReactNode; children?: ReactNode; isWide?: boolean };

const languages = LANGUAGES.map((value) => ({ value, text: languageFacts[value].ownName }));

/** A page in front of the portal: one card, the language, and nothing else. */
export function Door({ title, text, children, isWide }: Props) {
  const t = useTexts();
  const language = useStore(languageStore);
  useEffect(() => {
    document.title = `${title} · titular`;
  }, [title]);
  return (
    <div className="door">
      <ConnectionBar />
      <main className={isWide ? 'door-card door-wide' : 'door-card'}>
        <Logo />
        <div className="door-head">
          <h1>{title}</h1>
          {text && <p className="hint">{text}</p>}
        </div>
        {children}
      </main>
      <footer className="door-language">
        <Select
          label={t('languageLabel')}
          isLabelHidden
          value={language}
          options={languages}
          onChange={(chosen) => {
            changePreferences({ language: chosen });
            void changeLanguage(chosen).catch(() => undefined);
          }}
        />
      </footer>
      <Toaster />
    </div>
  );
}
