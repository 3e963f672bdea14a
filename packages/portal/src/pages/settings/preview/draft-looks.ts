import { checkSetting } from '@titular/contract/check-setting';
import { contrastOf, SHAPE_CONTRAST, WORD_CONTRAST } from '@titular/contract/contrast';
import type { PageLanguage } from '@titular/contract/page';
import { PAGE_GROUNDS, type PreviewView } from '@titular/contract/page-preview';
import { type Drafts, findDraft, type Setting } from '../model/drafts.ts';

/** Languages of the hosted page, by their own names. */
export const PAGE_LANGUAGE_NAMES: Readonly<Record<PageLanguage, string>> = {
  pt: 'Português',
  en: 'English',
  es: 'Español',
  fr: 'Français',
};

const LANGUAGES = Object.keys(PAGE_LANGUAGE_NAMES) as PageLanguage[];

/** Looks that come of settings, and whether one of them is shown as it is saved, since its draft would be refused. */
export type DraftBranding = Pick<PreviewView, 'companyName' | 'brandColour' | 'introduction'> & {
  isPartlySaved: boolean;
  /** The colour as it was entered, where it is one at all; also one that would be refused. */
  entered: string | undefined;
};

const COLOUR = /^#[0-9a-f]{6}$/;

/** Reads the looks of settings and their drafts; `name` is the company's own. */
export function readDraftBranding(settings: readonly Setting[], drafts: Drafts, name: string): DraftBranding {
  let isPartlySaved = false;
  const textOf = (setting: Setting): string => findDraft(drafts, setting)?.text ?? setting.value;
  const find = (settingName: string): Setting | undefined => settings.find((one) => one.name === settingName);
  const read = (settingName: string): string | null => {
    const setting = find(settingName);
    if (!setting) return null;
    const checked = checkSetting(setting.shape, textOf(setting));
    if (checked === undefined) isPartlySaved = true;
    const value = checked === undefined ? checkSetting(setting.shape, setting.value) : checked;
    return typeof value === 'string' ? value : null;
  };
  const colour = find('brand-colour');
  const entered = (colour ? textOf(colour) : '').trim().toLowerCase();
  const words = LANGUAGES.map((language) => [language, read(`brand-introduction-${language}`)] as const);
  return {
    companyName: read('brand-name') ?? name,
    brandColour: read('brand-colour'),
    introduction: Object.fromEntries(words.filter(([, text]) => text !== null)),
    entered: COLOUR.test(entered) ? entered : undefined,
    isPartlySaved,
  };
}

/** Where a contrast of the colour is seen. */
type MeasureName = 'words' | 'light' | 'dark';
/** A contrast, rounded down so that none looks better than it is, and what is asked of it. */
export type Measure = {
  name: MeasureName;
  ratio: number;
  asked: number;
  criterion: string;
  isEnough: boolean;
};

/** Measures a colour as #rrggbb by what WCAG 2.1 asks of words on it, and of a shape in it. */
export function measureColour(colour: string): Measure[] {
  const measure = (name: MeasureName, background: string, asked: number, criterion: string): Measure => {
    const ratio = contrastOf(colour, background);
    return { name, ratio: Math.floor(ratio * 100) / 100, asked, criterion, isEnough: ratio >= asked };
  };
  return [
    measure('words', '#ffffff', WORD_CONTRAST, '1.4.3'),
    measure('light', PAGE_GROUNDS.light, SHAPE_CONTRAST, '1.4.11'),
    measure('dark', PAGE_GROUNDS.dark, SHAPE_CONTRAST, '1.4.11'),
  ];
}
