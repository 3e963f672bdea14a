import type { TextKey } from '../../i18n/texts.ts';
import { type CheckedReceipt, checkReceipt, type ReceiptFault } from '../../receipts/check-receipt.ts';
import { readPublishedKeys } from '../../receipts/published-keys.ts';
import type { FoundReceipt } from '../../receipts/read-document.ts';

type Genuine = Extract<CheckedReceipt, { kind: 'genuine' }>;
/** What the page says of a document: genuine with its content, an unknown key, or one sentence about what is wrong. */
export type Verdict =
  | (Genuine & { source: 'text' | 'json' | 'pdf' })
  | { kind: 'unknown_key' | 'invalid' | 'unchecked'; head?: TextKey; words: TextKey };

const FAULTS: Readonly<Record<ReceiptFault, TextKey>> = {
  not_a_receipt: 'faultNotReceipt',
  truncated: 'faultTruncated',
  header: 'faultHeader',
  unsigned: 'faultUnsigned',
  other_algorithm: 'faultAlgorithm',
  other_type: 'faultType',
  content: 'faultContent',
  unknown_key: 'faultKey',
  signature: 'faultSignature',
};
const NOT_FOUND: Readonly<Record<Extract<FoundReceipt, { kind: 'none' }>['fault'], TextKey>> = {
  too_large: 'faultTooLarge',
  wrong_type: 'faultWrongType',
  pdf_without: 'faultPdfWithout',
  pdf_broken: 'faultPdfBroken',
  empty: 'faultEmpty',
};

/** A PDF without a receipt may be a case file, or a forgery that leaves it out: it is not called invalid, and not passed over either. */
const UNCHECKED: Readonly<Partial<Record<keyof typeof NOT_FOUND, { head?: TextKey }>>> = {
  empty: {},
  pdf_without: { head: 'verifyNot' },
};

const isUnknownKey = (checked: CheckedReceipt): boolean =>
  checked.kind === 'faulty' && checked.fault === 'unknown_key';

/** Checks against the published keys; a key that is unknown may have been published since they were fetched. */
async function checkWithKeys(receipt: string): Promise<CheckedReceipt> {
  const checked = await checkReceipt(receipt, await readPublishedKeys());
  return isUnknownKey(checked) ? checkReceipt(receipt, await readPublishedKeys(true)) : checked;
}

/** Checks what was found in a document, and says how that ended. */
export async function checkDocument(found: FoundReceipt): Promise<Verdict> {
  if (found.kind === 'none') {
    const words = NOT_FOUND[found.fault];
    const unchecked = UNCHECKED[found.fault];
    return unchecked
      ? { kind: 'unchecked', ...unchecked, words }
      : { kind: 'invalid', head: 'verifyBad', words };
  }
  let checked: CheckedReceipt;
  try {
    checked = await checkWithKeys(found.receipt);
  } catch {
    return { kind: 'unchecked', words: 'faultKeysUnavailable' };
  }
  if (checked.kind === 'genuine') return { ...checked, source: found.source };
  const words = FAULTS[checked.fault];
  return isUnknownKey(checked)
    ? { kind: 'unknown_key', head: 'verifyUnknown', words }
    : { kind: 'invalid', head: 'verifyBad', words };
}
