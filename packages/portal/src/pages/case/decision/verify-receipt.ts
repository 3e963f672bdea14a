import { checkReceipt, type Json } from '../../../receipts/check-receipt.ts';

/** What a verified receipt says, as far as the page shows and compares it. */
export type ReceiptClaims = {
  iss: string;
  sub: string;
  iat: number;
  transaction: string;
  orderNumber: string;
  status: string;
  decidedAt: string;
  checks: readonly { check: string; result: string }[];
};

/** How a verification ended; only `genuine` says anything about what stands in the receipt. */
export type ReceiptVerdict =
  | { kind: 'genuine'; claims: ReceiptClaims; keyId: string }
  | { kind: 'forged' }
  | { kind: 'unknown_key' };

/** Verifies the receipt of a decision in this browser. */
export async function verifyReceipt(receipt: string, keys: readonly Json[]): Promise<ReceiptVerdict> {
  const checked = await checkReceipt(receipt, keys);
  if (checked.kind === 'faulty') return { kind: checked.fault === 'unknown_key' ? 'unknown_key' : 'forged' };
  if (checked.about !== 'decision') return { kind: 'forged' };
  const { claims, keyId } = checked;
  return { kind: 'genuine', claims: claims as unknown as ReceiptClaims, keyId };
}

/** Whether a genuine receipt is about this transaction and says of its checks what the page says. */
export function saysTheSame(
  claims: ReceiptClaims,
  shown: { id: string; checks: readonly { check: string; result: string }[] },
): boolean {
  const isAboutIt =
    claims.sub === shown.id && claims.transaction === shown.id && claims.status === 'approved';
  const told = Array.isArray(claims.checks) ? claims.checks : [];
  return (
    isAboutIt &&
    told.every(({ check, result }) =>
      shown.checks.some((one) => one.check === check && one.result === result),
    )
  );
}
