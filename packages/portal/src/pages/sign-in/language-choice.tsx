import { LANGUAGES, languageFacts } from '../../i18n/languages.ts';
import { changeLanguage, languageStore, useTexts } from '../../i18n/use-texts.ts';
import { changePreferences } from '../../preferences/preference-store.ts';
import { useStore } from '../../service/store.ts';
import { Select } from '../../ui/select.tsx';

const languages = LANGUAGES.map((value) => ({ value, text: languageFacts[value].ownName }));

/** The choice of the language, for pages without the menu of who is signed in. */
export function LanguageChoice() {
  const t = useTexts();
  const language = useStore(languageStore);
  return (
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
  );
}
