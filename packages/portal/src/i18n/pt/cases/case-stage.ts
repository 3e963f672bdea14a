import { noteTexts } from '../notes/note-texts.ts';
import { attemptTexts } from './attempt-texts.ts';
import { caseTexts } from './case-texts.ts';
import { createTexts } from './create-texts.ts';
import { deliveryTexts } from './delivery-texts.ts';
import { pageEventTexts } from './page-event-texts.ts';
import { reasonSentenceTexts } from './reason-sentence-texts.ts';
import { referenceErrorTexts } from './reference-error-texts.ts';
import { staffTexts, timelineTexts } from './timeline-texts.ts';

/** The texts of one open case, in Portuguese. */
export const caseStageTexts = {
  ...attemptTexts,
  ...caseTexts,
  ...createTexts,
  ...deliveryTexts,
  ...noteTexts,
  ...pageEventTexts,
  ...reasonSentenceTexts,
  ...referenceErrorTexts,
  ...timelineTexts,
  ...staffTexts,
};
