export type { CreateCaseFile, CreateEvidence } from './create-evidence.ts';
export { createDocumentMakers } from './create-evidence.ts';
export type { CaseFileSheet } from './draw-case-file.ts';
export type { CaseFileSection } from './fit-sections.ts';
export { createReceiptSigner, type DecisionReceipt, type SignReceipt } from './receipt.ts';
