export type { CreateEvidence } from './create-evidence.ts';
export { createReceiptSigner, type DecisionReceipt, type SignReceipt } from './receipt.ts';
