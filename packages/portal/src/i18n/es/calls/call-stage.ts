import { callTexts } from './call-texts.ts';
import { remedyTexts } from './remedy-texts.ts';

/** The texts of the log of calls in Spanish. */
export const callStageTexts = { ...callTexts, ...remedyTexts };
