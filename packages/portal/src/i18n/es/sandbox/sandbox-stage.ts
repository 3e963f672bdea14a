import { doctorTexts } from './doctor-texts.ts';
import { sandboxTexts } from './sandbox-texts.ts';
import { scenarioTexts } from './scenario-texts.ts';

/** The texts of the sandbox, in Spanish. */
export const sandboxStageTexts = { ...sandboxTexts, ...scenarioTexts, ...doctorTexts };
