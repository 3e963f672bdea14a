export { type CardEvidence, type CardEvidenceService, withoutTurn } from './card-evidence.ts';
export { createCardEvidenceService } from './card-evidence-service.ts';
