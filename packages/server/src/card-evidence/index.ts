export type { CardEvidence, CardEvidenceService } from './card-evidence.ts';
export { createCardEvidenceService } from './card-evidence-service.ts';
