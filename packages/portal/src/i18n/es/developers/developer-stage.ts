import { developerTexts } from './developer-texts.ts';
import { overviewTexts } from './overview-texts.ts';
import { visitTexts } from './visit-texts.ts';

/** The texts of the developers' section and of the overview, which shows how endpoints are, in Spanish. */
export const developerStageTexts = { ...developerTexts, ...overviewTexts, ...visitTexts };
