import type { EarlyMessages } from './messages.ts';
import { cameraTexts } from './pt/camera-texts.ts';
import { consentTexts } from './pt/consent-texts.ts';
import { endingTexts } from './pt/ending-texts.ts';
import { handOverTexts } from './pt/hand-over-texts.ts';
import { layoutTexts } from './pt/layout-texts.ts';
import { legalTexts } from './pt/legal-texts.ts';
import { pageTexts } from './pt/page-texts.ts';
import { troubleTexts } from './pt/trouble-texts.ts';

/** Every text of the page in Portuguese as written in Brazil. */
export const pt: EarlyMessages = {
  ...pageTexts,
  ...consentTexts,
  ...handOverTexts,
  ...layoutTexts,
  ...cameraTexts,
  ...troubleTexts,
  ...endingTexts,
  ...legalTexts,
};
