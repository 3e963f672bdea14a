import { cameraTexts } from './fr/camera-texts.ts';
import { consentTexts } from './fr/consent-texts.ts';
import { endingTexts } from './fr/ending-texts.ts';
import { handOverTexts } from './fr/hand-over-texts.ts';
import { layoutTexts } from './fr/layout-texts.ts';
import { legalTexts } from './fr/legal-texts.ts';
import { pageTexts } from './fr/page-texts.ts';
import { troubleTexts } from './fr/trouble-texts.ts';
import type { EarlyMessages } from './messages.ts';
import { typesetFrench } from './typeset-french.ts';

/** Every text of the page in French as written in France. */
export const fr: EarlyMessages = typesetFrench({
  ...pageTexts,
  ...consentTexts,
  ...handOverTexts,
  ...cameraTexts,
  ...troubleTexts,
  ...endingTexts,
  ...legalTexts,
  ...layoutTexts,
});
