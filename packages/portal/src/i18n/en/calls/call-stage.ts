import { callTexts } from './call-texts.ts';
import { remedyTexts } from './remedy-texts.ts';

/** The texts of the log of calls in English. */
export const callStageTexts = { ...callTexts, ...remedyTexts };
