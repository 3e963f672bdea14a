import { settingNameTexts } from './setting-name-texts.ts';
import { settingOptionTexts } from './setting-option-texts.ts';
import { settingTexts } from './setting-texts.ts';
import { whatIfTexts } from './what-if-texts.ts';

/** The texts of the pages of settings, in Portuguese. */
export const settingStageTexts = {
  ...settingTexts,
  ...settingNameTexts,
  ...settingOptionTexts,
  ...whatIfTexts,
};
