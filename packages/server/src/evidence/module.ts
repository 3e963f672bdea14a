import type { SigningKeys } from '../access-tokens/index.ts';
import type { Kernel, Module } from '../module.ts';
import {
  type CreateCaseFile,
  type CreateEvidence,
  certificateCache,
  createDocumentMakers,
} from './create-evidence.ts';
import { createReceiptSigner, type SignReceipt } from './receipt.ts';

/** Signed receipts, and documents of a decision. */
export type EvidenceModule = Module & {
  signReceipt: SignReceipt;
  createEvidence: CreateEvidence;
  createCaseFile: CreateCaseFile;
};

/** Signs with the keys of the access tokens, each purpose with its own. */
export const createEvidence = (
  { config: { publicUrl, environment } }: Kernel,
  { signingKeys }: { signingKeys: SigningKeys },
): EvidenceModule => ({
  signReceipt: createReceiptSigner(signingKeys, publicUrl, environment),
  ...createDocumentMakers(signingKeys, publicUrl),
  caches: [certificateCache],
});
