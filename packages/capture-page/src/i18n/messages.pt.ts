import type { Messages } from './messages.ts';
import { cameraTexts } from './pt/camera-texts.ts';
import { consentTexts } from './pt/consent-texts.ts';
import { endingTexts } from './pt/ending-texts.ts';
import { handOverTexts } from './pt/hand-over-texts.ts';
import { pageTexts } from './pt/page-texts.ts';
import { troubleTexts } from './pt/trouble-texts.ts';

/** Every text of the page in Portuguese as written in Brazil. */
export const pt: Messages = {
  ...pageTexts,
  ...consentTexts,
  ...handOverTexts,
  ...cameraTexts,
  ...troubleTexts,
  ...endingTexts,
};
