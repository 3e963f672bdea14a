import { previewTexts } from './preview-texts.ts';
import { settingNameTexts } from './setting-name-texts.ts';
import { settingOptionTexts } from './setting-option-texts.ts';
import { settingTexts } from './setting-texts.ts';
import { whatIfTexts } from './what-if-texts.ts';

/** The texts of the pages of settings, in Spanish. */
export const settingStageTexts = {
  ...previewTexts,
  ...settingTexts,
  ...settingNameTexts,
  ...settingOptionTexts,
  ...whatIfTexts,
};
