import type { TextKey } from '../../i18n/texts.ts';
import { type CheckedReceipt, checkReceipt, type ReceiptFault } from '../../receipts/check-receipt.ts';
import { readPublishedKeys } from '../../receipts/published-keys.ts';
import type { FoundReceipt } from '../../receipts/read-document.ts';

type Genuine = Extract<CheckedReceipt, { kind: 'genuine' }>;
/** What the page says of a document: genuine with its content, an unknown key, or one sentence about what is wrong. */
export type Verdict =
  | (Genuine & { source: 'text' | 'json' | 'pdf' })
  | { kind: 'unknown_key' | 'invalid' | 'unchecked'; words: TextKey };

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

/** A document of this service may have no receipt: a case file has one of an approval alone. */
const NOTHING_TO_CHECK: readonly (keyof typeof NOT_FOUND)[] = ['empty', 'pdf_without'];

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
    const kind = NOTHING_TO_CHECK.includes(found.fault) ? 'unchecked' : 'invalid';
    return { kind, words: NOT_FOUND[found.fault] };
  }
  let checked: CheckedReceipt;
  try {
    checked = await checkWithKeys(found.receipt);
  } catch {
    return { kind: 'unchecked', words: 'faultKeysUnavailable' };
  }
  if (checked.kind === 'genuine') return { ...checked, source: found.source };
  return { kind: isUnknownKey(checked) ? 'unknown_key' : 'invalid', words: FAULTS[checked.fault] };
}
