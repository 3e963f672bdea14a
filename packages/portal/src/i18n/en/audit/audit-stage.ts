import { actionTexts } from './action-texts.ts';
import { auditTexts } from './audit-texts.ts';

/** The texts of the pages of the audit log, in English. */
export const auditStageTexts = { ...auditTexts, ...actionTexts };
