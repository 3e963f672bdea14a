import {
  attachReceipt,
  beginDocument,
  type Document,
  drawNote,
  gatherBytes,
  INK,
  MARGIN,
  MUTED,
  textWidth,
} from './document.ts';
import { toLatin } from './latin.ts';
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

const NAME_WIDTH = 150;

function drawLines(document: Document, lines: EvidenceSheet['lines']): void {
  const width = textWidth(document);
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
  const { title, lead, lines, receipt, note, at } = sheet;
  const document = beginDocument({ title, lead, language: 'en', at });
  const done = gatherBytes(document);
  drawLines(document, lines);
  document.moveDown(1);
  drawNote(document, note);
  attachReceipt(document, receipt, at);
  addSignatureField(document, at, 'Evidence of a decision');
  document.end();
  return done;
}
