import PDFDocument from 'pdfkit';
import { addSignatureField } from './signature-field.ts';

/** What the page shows: a heading and lines of a name and a value each. */
export type EvidenceSheet = {
  title: string;
  lead: string;
  lines: readonly (readonly [name: string, value: string])[];
  /** The signed receipt, which goes with the document as a file. */
  receipt: string;
  note: string;
  at: Date;
};

type Document = InstanceType<typeof PDFDocument>;

const MARGIN = 56;
const NAME_WIDTH = 150;
const INK = '#13242e';
const MUTED = '#4b606c';

/** The fonts that every PDF reader has show Windows-1252 alone; any other sign is written as its code point, and stands unchanged in the receipt. */
export const toLatin = (text: string): string =>
  text.replace(
    /[^\x20-\x7e\xa0-\xff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026]/gu,
    (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  );

function drawLines(document: Document, lines: EvidenceSheet['lines']): void {
  const width = document.page.width - 2 * MARGIN;
  for (const [name, value] of lines) {
    const top = document.y;
    document.font('Helvetica').fontSize(9).fillColor(MUTED);
    document.text(toLatin(name), MARGIN, top + 1, { width: NAME_WIDTH });
    document.font('Helvetica').fontSize(10).fillColor(INK);
    document.text(toLatin(value), MARGIN + NAME_WIDTH, top, { width: width - NAME_WIDTH });
    document.moveDown(0.45);
  }
}

/** Draws a sheet with room for a signature; the same sheet gives the same bytes. */
export function drawEvidence(sheet: EvidenceSheet): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: {
      Title: sheet.title,
      Producer: 'titular',
      Creator: 'titular',
      CreationDate: sheet.at,
      ModDate: sheet.at,
    },
  });
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
  document.font('Helvetica-Bold').fontSize(18).fillColor(INK).text(toLatin(sheet.title));
  document.moveDown(0.4).font('Helvetica').fontSize(11).fillColor(MUTED).text(toLatin(sheet.lead));
  document.moveDown(1.2);
  drawLines(document, sheet.lines);
  document.moveDown(1).font('Helvetica').fontSize(8).fillColor(MUTED);
  document.text(toLatin(sheet.note), MARGIN, document.y, { width: document.page.width - 2 * MARGIN });
  document.file(Buffer.from(sheet.receipt, 'ascii'), {
    name: 'receipt.jws',
    type: 'application/jose',
    description: 'Signed receipt (JWS)',
    creationDate: sheet.at,
    modifiedDate: sheet.at,
  });
  addSignatureField(document, sheet.at, 'Evidence of a decision');
  document.end();
  return done;
}
