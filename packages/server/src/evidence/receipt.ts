import type { CaptureCheck, CardAnswers } from '@titular/contract';
import { SignJWT } from 'jose';
import type { SigningKeys } from '../access-tokens/index.ts';
import type { Environment } from '../config/config.ts';
import type { CompanyId, TenantId } from '../kernel/base/id.ts';

/** What a receipt of a decision says; hashes are SHA-256 in hex of the pictures as they were kept, in the order they were taken. */
export type DecisionReceipt = {
  tenant: TenantId;
  company: CompanyId;
  transaction: string;
  orderNumber: string;
  module: string;
  status: 'approved';
  hasIdentityChanged: boolean;
  createdAt: string;
  decidedAt: string;
  reasons: readonly string[];
  /** What was looked at, and what came of it; receipts of releases that did not tell have none. */
  checks: readonly CaptureCheck[];
  /** The enrolled face that was compared: where it is from, and whether a reference of the operator proves it. Null where none was compared, or the decision did not tell. */
  reference: {
    kind: 'operator' | 'capture';
    proven: boolean;
    source: string | null;
    date: string;
  } | null;
  engineVersion: string;
  matchThreshold: number;
  /** Null where the decision was kept by a release that did not keep them. */
  captures: readonly string[] | null;
  consent: { version: string; language: string; at: string } | null;
  /** What a service of the operator's said of the card, and when; null where none was asked. */
  cardEvidence: (CardAnswers & { at: string; reference?: string }) | null;
  /** The process whose captures were used, and what its consent was for; null where the captures are the transaction's own. */
  process: { id: string; purpose: string | null } | null;
};

/** What a receipt of an erasure says: how many rows of each kind lost what they held of the person, and nothing that names them. */
export type ErasureReceipt = {
  tenant: string;
  erasure: string;
  reference: string | null;
  erasedAt: string;
  counts: Readonly<Record<string, number>>;
};

const RECEIPT_TYPES = {
  decision: 'titular-decision+jwt',
  erasure: 'titular-erasure+jwt',
} as const;

/** Signs receipts: ES256 under keys that sign nothing else, published with all others, so that anybody can verify them without the service (RFC 7515, RFC 8725 section 3.11). */
export type SignReceipt = {
  (kind: 'decision', receipt: DecisionReceipt, at: Date): Promise<string>;
  (kind: 'erasure', receipt: ErasureReceipt, at: Date): Promise<string>;
};

const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** Builds the signer; `sub` is the transaction or the erasure, and a receipt never expires. */
export function createReceiptSigner(
  keys: SigningKeys,
  issuer: string,
  environment: Environment,
): SignReceipt {
  return async (
    kind: keyof typeof RECEIPT_TYPES,
    receipt: DecisionReceipt | ErasureReceipt,
    at: Date,
  ): Promise<string> => {
    const key = await keys.current('receipt');
    const subject = 'transaction' in receipt ? receipt.transaction : receipt.erasure;
    return new SignJWT({ ...receipt, environment })
      .setProtectedHeader({ alg: 'ES256', typ: RECEIPT_TYPES[kind], kid: key.kid })
      .setIssuer(issuer)
      .setSubject(subject)
      .setIssuedAt(seconds(at))
      .sign(key.privateKey);
  };
}
