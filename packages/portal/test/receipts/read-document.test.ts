import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { findInFile, findInText, MAX_DOCUMENT_BYTES } from '../../src/receipts/read-document.ts';

const RECEIPT = 'eyJhIjoxfQ.eyJiIjoyfQ.c2lnbmVk';
const found = (source: string) => ({ kind: 'found', receipt: RECEIPT, source });
const none = (fault: string) => ({ kind: 'none', fault });
/** What is found in a file, without the file. */
const find = async (file: Blob) => {
  const { pdf: _, ...rest } = await findInFile(file);
  return rest;
};

/** A PDF as small as possible with a file attached. */
function makePdf(content: Buffer, { length = content.length, filter = '/Filter /FlateDecode\n' } = {}): Blob {
  const begin = `%PDF-1.7\n5 0 obj\n<<\n/Type /EmbeddedFile\n/Length ${length}\n${filter}>>\nstream\n`;
  return new Blob([begin, new Uint8Array(content), '\nendstream\nendobj\n%%EOF\n']);
}

describe('the receipt in what somebody brought', () => {
  test('is found in text, with the line breaks of a mail, and in the answer of the API', () => {
    expect(findInText(` ${RECEIPT}\n`)).toEqual(found('text'));
    expect(findInText(`${RECEIPT.slice(0, 9)}\r\n ${RECEIPT.slice(9)}`)).toEqual(found('text'));
    expect(findInText(JSON.stringify({ receipt: RECEIPT }))).toEqual(found('json'));
  });

  test('is found in a file of text, and in a PDF that has it attached, packed or not', async () => {
    expect(await find(new Blob([RECEIPT]))).toEqual(found('text'));
    expect(await find(makePdf(deflateSync(RECEIPT)))).toEqual(found('pdf'));
    expect(await find(makePdf(Buffer.from(RECEIPT), { filter: '' }))).toEqual(found('pdf'));
  });

  test('is not looked for in what is empty, huge, or of another type', async () => {
    expect(findInText(' \n')).toEqual(none('empty'));
    expect(findInText('a'.repeat(200_001))).toEqual(none('too_large'));
    expect(findInText('{"other":1}')).toEqual(none('wrong_type'));
    expect(findInText('{"receipt":')).toEqual(none('wrong_type'));
    expect(await find(new Blob([new Uint8Array(MAX_DOCUMENT_BYTES + 1)]))).toEqual(none('too_large'));
    expect(await find(new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])]))).toEqual(none('wrong_type'));
  });

  test('is not found in a PDF that is cut, damaged, without attachment, or that unpacks to too much', async () => {
    const pdf = makePdf(deflateSync(RECEIPT));
    expect(await find(pdf.slice(0, pdf.size - 40))).toEqual(none('pdf_broken'));
    expect(await find(makePdf(Buffer.from('not packed')))).toEqual(none('pdf_broken'));
    expect(await find(makePdf(deflateSync(Buffer.alloc(4_000_000, 65))))).toEqual(none('pdf_broken'));
    expect(await find(new Blob(['%PDF-1.7\n%%EOF\n']))).toEqual(none('pdf_without'));
    expect(await find(new Blob(['%PDF-1.7\n1 0 obj']))).toEqual(none('pdf_broken'));
  });
});
