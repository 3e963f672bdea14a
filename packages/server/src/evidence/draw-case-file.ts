import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  attachReceipt,
  beginDocument,
  type Document,
  drawNote,
  gatherBytes,
  type Heading,
  INK,
  MARGIN,
  MUTED,
  textWidth,
} from './document.ts';
import {
  type CaseFileSection,
  type FittedLine,
  type FittedSection,
  fitSections,
  type LeftOutWords,
  type Rulers,
} from './fit-sections.ts';
import { toLatin } from './latin.ts';
import { addSignatureField } from './signature-field.ts';
import type { WidthOf } from './wrap-text.ts';

/** What a case file shows; every word is in its language already. */
export type CaseFileSheet = Heading & {
  sections: readonly CaseFileSection[];
  /** JPEG pictures, each with what stands below it. */
  pictures: readonly { jpeg: Buffer; caption: string }[];
  /** The signed receipt of an approval, which goes with the document as a file. */
  receipt: string | undefined;
  note: string;
  leftOut: LeftOutWords;
  /** What stands below a page. */
  foot(page: number, of: number): string;
};

const NAME_WIDTH = 130;
const PICTURE_HEIGHT = 300;
const ROW_HEIGHT = 11.5;
/** Lines of up to so many rows stay on one page. */
const KEPT_ROWS = 14;
const NAME_SIZE = 9;
const VALUE_SIZE = 9.5;
/** Widths are summed without kerning, which can widen a row a little. */
const SLACK = 0.99;

const bottomOf = (document: Document): number => document.page.height - MARGIN;

/** Goes on to the next page where so much does not fit on this one. */
function makeRoom(document: Document, height: number): void {
  if (document.y + height > bottomOf(document) && document.y > MARGIN) document.addPage();
}

/** Measures each sign of a font once. */
function measure(document: Document, size: number): WidthOf {
  const widths = new Map<string, number>();
  const widthOf = (sign: string): number => {
    const known = widths.get(sign);
    if (known !== undefined) return known;
    const width = document.font('Helvetica').fontSize(size).widthOfString(sign);
    widths.set(sign, width);
    return width;
  };
  return (drawn) => {
    if (drawn.length === 1) return widthOf(drawn);
    let sum = 0;
    for (const sign of drawn) sum += widthOf(sign);
    return sum;
  };
}

const rulersOf = (document: Document): Rulers => ({
  name: { widthOf: measure(document, NAME_SIZE), width: (NAME_WIDTH - 8) * SLACK },
  value: {
    widthOf: measure(document, VALUE_SIZE),
    width: (textWidth(document) - NAME_WIDTH) * SLACK,
  },
});

/** Draws rows that fit already; none is broken or measured again. */
function drawRows(document: Document, rows: readonly string[], x: number): void {
  for (const row of rows) {
    makeRoom(document, ROW_HEIGHT);
    const { y } = document;
    if (row !== '') document.text(row, x, y, { lineBreak: false });
    document.y = y + ROW_HEIGHT;
  }
}

function drawLine(document: Document, { name, value }: FittedLine): void {
  const rows = Math.max(name.length, value.length);
  makeRoom(document, Math.min(rows, KEPT_ROWS) * ROW_HEIGHT);
  const top = document.y;
  document.font('Helvetica').fontSize(NAME_SIZE).fillColor(MUTED);
  drawRows(document, name, MARGIN);
  const afterName = document.y;
  const { page } = document;
  document.y = top;
  document.fontSize(VALUE_SIZE).fillColor(INK);
  drawRows(document, value, MARGIN + NAME_WIDTH);
  if (document.page === page) document.y = Math.max(document.y, afterName);
  document.y += ROW_HEIGHT / 3;
}

function drawTold(document: Document, told: readonly string[]): void {
  for (const sentence of told) {
    makeRoom(document, 2 * ROW_HEIGHT);
    document.font('Helvetica').fontSize(VALUE_SIZE).fillColor(MUTED);
    document.text(toLatin(sentence), MARGIN, document.y, { width: textWidth(document) });
    document.y += ROW_HEIGHT / 3;
  }
}

function drawSection(document: Document, { title, lines, told, toldFirst }: FittedSection): void {
  makeRoom(document, 60);
  document.font('Helvetica-Bold').fontSize(12).fillColor(INK).text(toLatin(title), MARGIN, document.y);
  document.moveDown(0.4);
  if (toldFirst) drawTold(document, told);
  for (const line of lines) drawLine(document, line);
  if (!toldFirst) drawTold(document, told);
  document.y += ROW_HEIGHT;
}

function drawPicture(document: Document, { jpeg, caption }: CaseFileSheet['pictures'][number]): void {
  makeRoom(document, PICTURE_HEIGHT + 40);
  const top = document.y;
  const width = textWidth(document);
  document.image(jpeg, MARGIN, top, { fit: [width, PICTURE_HEIGHT] });
  document.font('Helvetica').fontSize(9).fillColor(MUTED);
  document.text(toLatin(caption), MARGIN, top + PICTURE_HEIGHT + 6, { width }).moveDown(1);
}

function drawFeet(document: Document, foot: CaseFileSheet['foot']): void {
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page);
    document.font('Helvetica').fontSize(8).fillColor(MUTED);
    document.text(toLatin(foot(page + 1, count)), MARGIN, document.page.height - 36, { lineBreak: false });
  }
}

function end(document: Document, { receipt, foot, at }: CaseFileSheet): void {
  drawFeet(document, foot);
  if (receipt !== undefined) attachReceipt(document, receipt, at);
  addSignatureField(document, at, 'Case file of a transaction');
  document.end();
}

/** Draws a case file with room for a signature, within bounds that its sections cannot widen; the same sheet gives the same bytes. */
export async function drawCaseFile(sheet: CaseFileSheet): Promise<Buffer> {
  // Until all pages are there, none knows how many there are.
  const document = beginDocument(sheet, true);
  const done = gatherBytes(document);
  for (const section of await fitSections(sheet.sections, rulersOf(document), sheet.leftOut)) {
    await nextTurn();
    drawSection(document, section);
  }
  // Before the pictures, which fill pages: below them it would often have one to itself.
  makeRoom(document, 60);
  drawNote(document, sheet.note);
  document.y += ROW_HEIGHT;
  for (const picture of sheet.pictures) {
    await nextTurn();
    drawPicture(document, picture);
  }
  end(document, sheet);
  return done;
}
