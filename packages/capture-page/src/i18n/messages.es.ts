import { cameraTexts } from './es/camera-texts.ts';
import { consentTexts } from './es/consent-texts.ts';
import { endingTexts } from './es/ending-texts.ts';
import { handOverTexts } from './es/hand-over-texts.ts';
import { layoutTexts } from './es/layout-texts.ts';
import { legalTexts } from './es/legal-texts.ts';
import { pageTexts } from './es/page-texts.ts';
import { troubleTexts } from './es/trouble-texts.ts';
import type { EarlyMessages } from './messages.ts';

/** Every text of the page in Spanish, neutral for Latin America. */
export const es: EarlyMessages = {
  ...pageTexts,
  ...consentTexts,
  ...handOverTexts,
  ...layoutTexts,
  ...cameraTexts,
  ...troubleTexts,
  ...endingTexts,
  ...legalTexts,
};
