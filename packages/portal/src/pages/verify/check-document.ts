import type { TextKey } from '../../i18n/texts.ts';
import type { PdfState } from '../../receipts/check-pdf.ts';
import { type CheckedReceipt, checkReceipt, type ReceiptFault } from '../../receipts/check-receipt.ts';
import { readPublishedKeys } from '../../receipts/published-keys.ts';
import type { FoundDocument, FoundReceipt } from '../../receipts/read-document.ts';

type Genuine = Extract<CheckedReceipt, { kind: 'genuine' }>;
type Found = Extract<FoundReceipt, { kind: 'found' }>;
type Without = Extract<FoundReceipt, { kind: 'none' }>;
type Pdf = NonNullable<FoundDocument['pdf']>;
/** What the page says of a document: genuine with its content, an unknown key, or one sentence about what is wrong. */
export type Verdict =
  | (Genuine & { pdf?: PdfState })
  | { kind: 'document' }
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

/** The same of a PDF: a signature by a key that is unknown is looked at again. What reads a PDF is loaded with the first one. */
async function checkPdfWithKeys(pdf: Pdf): Promise<PdfState> {
  const { checkPdf } = await import('../../receipts/check-pdf.ts');
  const state = await checkPdf(pdf, await readPublishedKeys());
  return state === 'unknown_key' ? checkPdf(pdf, await readPublishedKeys(true)) : state;
}

/** What there is to say without a receipt: a PDF has a signature of its own, and a case file may have nothing else. */
async function checkWithout({ fault }: Without, pdf: Pdf | undefined): Promise<Verdict> {
  const state = pdf && fault === 'pdf_without' ? await checkPdfWithKeys(pdf) : 'foreign';
  if (state === 'intact') return { kind: 'document' };
  if (state === 'unknown_key') return { kind: 'unknown_key', head: 'verifyUnknown', words: 'faultKey' };
  if (state === 'changed') return { kind: 'invalid', head: 'verifyDocumentBad', words: 'faultPdfChanged' };
  const words = NOT_FOUND[fault];
  const unchecked = UNCHECKED[fault];
  return unchecked
    ? { kind: 'unchecked', ...unchecked, words }
    : { kind: 'invalid', head: 'verifyBad', words };
}

async function checkFound({ receipt }: Found, pdf: Pdf | undefined): Promise<Verdict> {
  const checked = await checkWithKeys(receipt);
  if (checked.kind === 'genuine') return { ...checked, ...(pdf && { pdf: await checkPdfWithKeys(pdf) }) };
  const words = FAULTS[checked.fault];
  return isUnknownKey(checked)
    ? { kind: 'unknown_key', head: 'verifyUnknown', words }
    : { kind: 'invalid', head: 'verifyBad', words };
}

/** Checks what was found in a document, and says how that ended. */
export async function checkDocument({ pdf, ...found }: FoundDocument): Promise<Verdict> {
  try {
    return await (found.kind === 'none' ? checkWithout(found, pdf) : checkFound(found, pdf));
  } catch {
    return { kind: 'unchecked', words: 'faultKeysUnavailable' };
  }
}
