import { beforeAll, describe, expect, test } from 'vitest';
import { checkPdf } from '../../src/receipts/check-pdf.ts';
import { openDocuments } from './pdf-maker.ts';

type Documents = Awaited<ReturnType<typeof openDocuments>>;

let own: Documents;
let other: Documents;
let pdf: Buffer;
beforeAll(async () => {
  [own, other] = await Promise.all([openDocuments('key-1'), openDocuments('key-2')]);
  pdf = await own.caseFile();
});

const check = (bytes: Uint8Array, { jwk } = own) => checkPdf(new Uint8Array(bytes), [other.jwk, jwk]);
const SIGNATURE = /\/Contents <([0-9a-f]+)>/;
/** The same document with something else in one place. */
const replaced = (from: string | RegExp, to: string): Buffer =>
  Buffer.from(pdf.toString('latin1').replace(from, to), 'latin1');

describe('the signature of a PDF', () => {
  test('is that of the service: of case files and evidence documents, with several keys published', async () => {
    expect(await check(pdf)).toBe('intact');
    expect(await check(await own.caseFile('a.b.c'))).toBe('intact');
    expect(await check(await own.evidence('a.b.c'))).toBe('intact');
    for (let count = 0; count < 20; count += 1) expect(await check(await own.caseFile())).toBe('intact');
  });

  test('is never intact once a byte of the document is another, wherever it stands', async () => {
    const hole = pdf.toString('latin1').search(SIGNATURE);
    const places = new Set<number>();
    // Each byte of the signature and of what stands around it, and some of all others.
    for (let at = Math.max(0, hole - 200); at < Math.min(hole + 2_600, pdf.length); at += 1) places.add(at);
    for (let at = 0; at < pdf.length; at += 7) places.add(at);
    for (const at of places) {
      const changed = Buffer.from(pdf);
      changed[at] = (changed[at] ?? 0) ^ 0x01;
      expect(await check(changed), `byte ${at}`).not.toBe('intact');
      const letter = pdf.toString('latin1', at, at + 1).toUpperCase();
      if (letter === pdf.toString('latin1', at, at + 1)) continue;
      changed[at] = letter.charCodeAt(0);
      expect(await check(changed), `byte ${at} as ${letter}`).not.toBe('intact');
    }
  }, 300_000);

  test('covers the whole file: nothing is added behind it, cut off, or put into its hole', async () => {
    const [whole = '', hex = ''] = SIGNATURE.exec(pdf.toString('latin1')) ?? [];
    for (const changed of [
      Buffer.concat([pdf, Buffer.from('\n9 0 obj\n<<>>\nendobj\n%%EOF\n')]),
      pdf.subarray(0, -1),
      replaced(whole, whole.replace(/00>$/, '01>')),
      replaced(whole, whole.replace(hex, hex.toUpperCase())),
      replaced(/\/ByteRange \[0 /, '/ByteRange [1 '),
      replaced('%%EOF', '/ByteRange [0 1 2 3]'),
    ])
      expect(await check(changed)).toBe('changed');
  });

  test('of another key is none of this service, whatever name its certificate has', async () => {
    const forger = await openDocuments('key-1');
    expect(await check(await forger.caseFile())).toBe('changed');
    const unknown = await openDocuments('key-3');
    expect(await check(await unknown.caseFile())).toBe('unknown_key');
    expect(await check(Buffer.from('%PDF-1.7\n%%EOF\n'))).toBe('foreign');
  });
});
