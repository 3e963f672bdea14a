import { listTexts } from './list-texts.ts';
import { reasonTexts } from './reason-texts.ts';
import { statusTexts } from './status-texts.ts';

/** The texts of the lists and of what was found, in Portuguese. */
export const listStageTexts = { ...listTexts, ...statusTexts, ...reasonTexts };
