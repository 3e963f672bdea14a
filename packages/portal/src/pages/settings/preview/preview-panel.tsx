import './preview.css';
import type { SettingsView } from '@titular/contract';
import type { PageLanguage } from '@titular/contract/page';
import {
  PREVIEW_SCHEMES,
  PREVIEW_SCREENS,
  type PreviewScheme,
  type PreviewScreen,
  type PreviewView,
} from '@titular/contract/page-preview';
import { useMemo, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Select } from '../../../ui/select.tsx';
import type { Drafts } from '../model/drafts.ts';
import { ContrastTable } from './contrast-table.tsx';
import { PAGE_LANGUAGE_NAMES, readDraftBranding } from './draft-looks.ts';
import { LogoField } from './logo-field.tsx';
import { PREVIEW_WINDOWS, PreviewFrame } from './preview-frame.tsx';

type Props = {
  owner: { tenantId: string; companyId: string };
  preview: NonNullable<SettingsView['preview']>;
  view: SettingsView;
  drafts: Drafts;
};

type WindowName = keyof typeof PREVIEW_WINDOWS;
type Chosen = { screen: PreviewScreen; language: PageLanguage; scheme: PreviewScheme; window: WindowName };

const LANGUAGES = Object.entries(PAGE_LANGUAGE_NAMES).map(([value, text]) => ({
  value: value as PageLanguage,
  text,
}));
const WINDOWS = Object.keys(PREVIEW_WINDOWS) as WindowName[];

/** The hosted page with the values of the form, which nobody has saved; the choices here are kept nowhere. */
export function PreviewPanel({ owner, preview, view, drafts }: Props) {
  const t = useTexts();
  const [chosen, setChosen] = useState<Chosen>({
    ...{ screen: 'consent', language: 'pt', scheme: 'light', window: 'phone' },
  });
  const [logo, setLogo] = useState<ArrayBuffer>();
  const choose = (change: Partial<Chosen>): void => setChosen({ ...chosen, ...change });
  const draft = useMemo(
    () => readDraftBranding(view.settings, drafts, view.owner.name),
    [view.settings, drafts, view.owner.name],
  );
  const { screen, language, scheme } = chosen;
  const looks = useMemo((): PreviewView => {
    const { companyName, brandColour, introduction } = draft;
    const shown = { screen, language, scheme, logo: logo ?? preview.logoPath };
    return { companyName, brandColour, introduction, ...shown };
  }, [draft, logo, preview.logoPath, screen, language, scheme]);
  const words = [
    t(`previewScreen_${screen}`),
    PAGE_LANGUAGE_NAMES[language],
    t(`previewWindow_${chosen.window}`),
    t(`previewScheme_${scheme}`),
  ].join(', ');
  return (
    <div className="preview">
      <p className="hint">{t('previewIntro')}</p>
      <div className="preview-choices">
        <Select
          label={t('previewScreen')}
          value={screen}
          options={PREVIEW_SCREENS.map((value) => ({ value, text: t(`previewScreen_${value}`) }))}
          onChange={(value) => choose({ screen: value })}
        />
        <Select
          label={t('previewLanguage')}
          value={language}
          options={LANGUAGES}
          onChange={(value) => choose({ language: value })}
        />
        <Select
          label={t('previewWindow')}
          value={chosen.window}
          options={WINDOWS.map((value) => ({ value, text: t(`previewWindow_${value}`) }))}
          onChange={(value) => choose({ window: value })}
        />
        <Select
          label={t('previewScheme')}
          value={scheme}
          options={PREVIEW_SCHEMES.map((value) => ({ value, text: t(`previewScheme_${value}`) }))}
          onChange={(value) => choose({ scheme: value })}
        />
      </div>
      {draft.isPartlySaved && <p className="hint">{t('previewPartlySaved')}</p>}
      <PreviewFrame address={preview.address} looks={looks} window={chosen.window} words={words} />
      <ContrastTable colour={draft.entered} />
      <LogoField owner={owner} isTried={logo !== undefined} onTry={setLogo} />
    </div>
  );
}
