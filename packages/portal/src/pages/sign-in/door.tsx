import { type ReactNode, useEffect, useRef } from 'react';
import { LANGUAGES, languageFacts } from '../../i18n/languages.ts';
import { changeLanguage, languageStore, useTexts } from '../../i18n/use-texts.ts';
import { changePreferences } from '../../preferences/preference-store.ts';
import { useStore } from '../../service/store.ts';
import { noteNavigation, takesFocus } from '../../shell/page-focus.ts';
import { Logo } from '../../ui/logo.tsx';
import { Select } from '../../ui/select.tsx';
import { ConnectionBar } from '../../ui/states/connection-bar.tsx';
import { Toaster } from '../../ui/states/toaster.tsx';

type Props = { title: string; text?: ReactNode; children?: ReactNode; isWide?: boolean };

const languages = LANGUAGES.map((value) => ({ value, text: languageFacts[value].ownName }));

/** A page in front of the portal: one card, the language, and nothing else. Its heading takes the focus where it took the place of a page. */
export function Door({ title, text, children, isWide }: Props) {
  const t = useTexts();
  const language = useStore(languageStore);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · titular`;
  }, [title]);
  useEffect(() => {
    if (takesFocus() && document.activeElement === document.body) heading.current?.focus();
    // What comes after a door stands in its place.
    noteNavigation();
  }, []);
  return (
    <div className="door">
      <ConnectionBar />
      <main className={isWide ? 'door-card door-wide' : 'door-card'}>
        <Logo />
        <div className="door-head">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
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
