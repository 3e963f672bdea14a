import { cameraTexts } from './en/camera-texts.ts';
import { consentTexts } from './en/consent-texts.ts';
import { endingTexts } from './en/ending-texts.ts';
import { handOverTexts } from './en/hand-over-texts.ts';
import { layoutTexts } from './en/layout-texts.ts';
import { legalTexts } from './en/legal-texts.ts';
import { pageTexts } from './en/page-texts.ts';
import { troubleTexts } from './en/trouble-texts.ts';

/**
 * Every text of the page in English; the other languages have exactly these keys and placeholders. What reads differently where no card is
 * asked about has two texts, one for each subject of a session.
 */
export const en = {
  ...pageTexts,
  ...consentTexts,
  ...handOverTexts,
  ...layoutTexts,
  ...cameraTexts,
  ...troubleTexts,
  ...endingTexts,
  ...legalTexts,
};
