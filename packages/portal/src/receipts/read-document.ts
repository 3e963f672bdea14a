/** What a receipt was found in, or why none was. */
export type FoundReceipt =
  | { kind: 'found'; receipt: string; source: 'text' | 'json' | 'pdf' }
  | { kind: 'none'; fault: 'too_large' | 'wrong_type' | 'pdf_without' | 'pdf_broken' | 'empty' };

/** The same with the PDF itself, whose own signature is to be checked too. */
export type FoundDocument = FoundReceipt & { pdf?: Uint8Array<ArrayBuffer> };

/** Documents of this service are far smaller. */
export const MAX_DOCUMENT_BYTES = 5_000_000;
/** A receipt has some kilobytes; what unpacks to more is none. */
const MAX_RECEIPT_BYTES = 200_000;

const none = (fault: Extract<FoundReceipt, { kind: 'none' }>['fault']): FoundReceipt => ({
  kind: 'none',
  fault,
});

/** Undoes `deflate` up to a size, so that a small file cannot fill the memory. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > MAX_RECEIPT_BYTES) throw new RangeError('the attached file is too large');
  }
}

/** Finds the attached receipt as this service writes it: a stream of its own that tells its length. */
async function readAttached(bytes: Uint8Array<ArrayBuffer>): Promise<FoundReceipt> {
  // One sign for each byte, so that places in the text are places in the file.
  const text = new TextDecoder('latin1').decode(bytes);
  const at = text.search(/\/EmbeddedFile\b(?!s)/);
  if (at < 0) return none(/%%EOF\s*$/.test(text) ? 'pdf_without' : 'pdf_broken');
  const begin = text.lastIndexOf(' obj', at);
  const stream = /stream\r?\n/g;
  stream.lastIndex = at;
  const found = stream.exec(text);
  const dictionary = text.slice(begin, found?.index);
  const length = Number(/\/Length (\d+)(?! \d+ R)/.exec(dictionary)?.[1] ?? Number.NaN);
  const from = stream.lastIndex;
  if (!found || !(length > 0) || from + length > bytes.length) return none('pdf_broken');
  const content = bytes.slice(from, from + length);
  try {
    const isPacked = dictionary.includes('/FlateDecode');
    const receipt = isPacked
      ? await inflate(content)
      : new TextDecoder('utf-8', { fatal: true }).decode(content);
    return { kind: 'found', receipt: receipt.trim(), source: 'pdf' };
  } catch {
    return none('pdf_broken');
  }
}

/** Reads a JSON answer of the API, which has the receipt as a member. */
function readJson(text: string): FoundReceipt {
  try {
    const receipt = (JSON.parse(text) as { receipt?: unknown } | null)?.receipt;
    return typeof receipt === 'string'
      ? { kind: 'found', receipt: receipt.trim(), source: 'json' }
      : none('wrong_type');
  } catch {
    return none('wrong_type');
  }
}

/** Finds the receipt in text that somebody pasted. */
export function findInText(pasted: string): FoundReceipt {
  const text = pasted.trim();
  if (text === '') return none('empty');
  if (text.length > MAX_RECEIPT_BYTES) return none('too_large');
  if (text.startsWith('{')) return readJson(text);
  // Mail programs break long lines.
  return { kind: 'found', receipt: text.replaceAll(/\s+/g, ''), source: 'text' };
}

/** Finds the receipt in a file that somebody chose or dropped; nothing of it leaves the browser. */
export async function findInFile(file: Blob): Promise<FoundDocument> {
  if (file.size > MAX_DOCUMENT_BYTES) return none('too_large');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (new TextDecoder('latin1').decode(bytes.subarray(0, 5)) === '%PDF-')
    return { ...(await readAttached(bytes)), pdf: bytes };
  try {
    return findInText(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return none('wrong_type');
  }
}
