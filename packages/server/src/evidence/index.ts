export type { CreateCaseFile, CreateEvidence } from './create-evidence.ts';
export { createDocumentMakers } from './create-evidence.ts';
export type { CaseFileSection, CaseFileSheet } from './draw-case-file.ts';
export { createReceiptSigner, type DecisionReceipt, type SignReceipt } from './receipt.ts';
