import PDFDocument from 'pdfkit';
import { toLatin } from './draw-evidence.ts';
import { addSignatureField } from './signature-field.ts';

/** A part of a case file: lines of a name and a value each, in the order in which they are drawn. */
export type CaseFileSection = { title: string; lines: readonly (readonly [name: string, value: string])[] };

/** What a case file shows; every word is in its language already. */
export type CaseFileSheet = {
  title: string;
  lead: string;
  /** BCP 47, for who has it read out. */
  language: string;
  sections: readonly CaseFileSection[];
  /** JPEG pictures, each with what stands below it. */
  pictures: readonly { jpeg: Buffer; caption: string }[];
  /** The signed receipt of an approval, which goes with the document as a file. */
  receipt: string | undefined;
  note: string;
  at: Date;
};

type Document = InstanceType<typeof PDFDocument>;

const MARGIN = 56;
const NAME_WIDTH = 130;
const PICTURE_HEIGHT = 300;
const INK = '#13242e';
const MUTED = '#4b606c';
/** Signs of a value that are drawn; words that the fonts lack take nine signs each. */
const MAX_VALUE = 8_000;

const toLines = (text: string): string => {
  const lines = text
    .split('\n')
    .map((line) => toLatin(line.replaceAll('\t', ' ')))
    .join('\n');
  return lines.length > MAX_VALUE ? `${lines.slice(0, MAX_VALUE)}…` : lines;
};

/** Goes on to the next page where so much does not fit on this one. */
function makeRoom(document: Document, height: number): void {
  const bottom = document.page.height - MARGIN;
  if (document.y + height > bottom && document.y > MARGIN) document.addPage();
}

function drawLine(document: Document, name: string, value: string): void {
  const width = document.page.width - 2 * MARGIN - NAME_WIDTH;
  const shown = toLines(value);
  const shownName = toLines(name);
  document.font('Helvetica').fontSize(9);
  const nameHeight = document.heightOfString(shownName, { width: NAME_WIDTH - 8 });
  const valueHeight = document.fontSize(9.5).heightOfString(shown, { width });
  // A value that is longer than a page flows over its end by itself.
  makeRoom(document, Math.max(nameHeight, Math.min(valueHeight, PICTURE_HEIGHT)));
  const top = document.y;
  document
    .fontSize(9)
    .fillColor(MUTED)
    .text(shownName, MARGIN, top, { width: NAME_WIDTH - 8 });
  const afterName = document.y;
  document
    .fontSize(9.5)
    .fillColor(INK)
    .text(shown, MARGIN + NAME_WIDTH, top, { width });
  const isOnePage = document.y >= top;
  document.y = isOnePage ? Math.max(document.y, afterName) : document.y;
  document.moveDown(0.35);
}

function drawSection(document: Document, { title, lines }: CaseFileSection): void {
  makeRoom(document, 60);
  document.font('Helvetica-Bold').fontSize(12).fillColor(INK).text(toLatin(title), MARGIN);
  document.moveDown(0.4);
  for (const [name, value] of lines) drawLine(document, name, value);
  document.moveDown(0.9);
}

function drawPicture(document: Document, { jpeg, caption }: CaseFileSheet['pictures'][number]): void {
  makeRoom(document, PICTURE_HEIGHT + 40);
  const top = document.y;
  const width = document.page.width - 2 * MARGIN;
  document.image(jpeg, MARGIN, top, { fit: [width, PICTURE_HEIGHT] });
  document.font('Helvetica').fontSize(9).fillColor(MUTED);
  document.text(toLatin(caption), MARGIN, top + PICTURE_HEIGHT + 6, { width }).moveDown(1);
}

function begin({ title, lead, language, at }: CaseFileSheet): Document {
  const document = new PDFDocument({
    ...{ size: 'A4', margin: MARGIN, pdfVersion: '1.7', lang: language, displayTitle: true },
    info: { Title: title, Producer: 'titular', Creator: 'titular', CreationDate: at, ModDate: at },
  });
  document.font('Helvetica-Bold').fontSize(18).fillColor(INK).text(toLatin(title));
  document.moveDown(0.4).font('Helvetica').fontSize(11).fillColor(MUTED).text(toLatin(lead));
  document.moveDown(1.2);
  return document;
}

/** Draws a case file with room for a signature; the same sheet gives the same bytes. */
export function drawCaseFile(sheet: CaseFileSheet): Promise<Buffer> {
  const document = begin(sheet);
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
  for (const section of sheet.sections) drawSection(document, section);
  for (const picture of sheet.pictures) drawPicture(document, picture);
  makeRoom(document, 60);
  document.font('Helvetica').fontSize(8).fillColor(MUTED);
  document.text(toLatin(sheet.note), MARGIN, document.y, { width: document.page.width - 2 * MARGIN });
  if (sheet.receipt !== undefined)
    document.file(Buffer.from(sheet.receipt, 'ascii'), {
      ...{ name: 'receipt.jws', type: 'application/jose', description: 'Signed receipt (JWS)' },
      ...{ creationDate: sheet.at, modifiedDate: sheet.at },
    });
  addSignatureField(document, sheet.at, 'Case file of a transaction');
  document.end();
  return done;
}
