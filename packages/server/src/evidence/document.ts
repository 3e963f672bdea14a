import PDFDocument from 'pdfkit';
import { toLatin } from './latin.ts';

/** A document that is being drawn. */
export type Document = InstanceType<typeof PDFDocument>;

/** What every signed document has at its top. */
export type Heading = {
  title: string;
  lead: string;
  /** BCP 47, for who has it read out. */
  language: string;
  at: Date;
};

/** Around a page, in points. */
export const MARGIN = 56;
/** The colour of what is read first. */
export const INK = '#13242e';
/** The colour of what stands beside it. */
export const MUTED = '#4b606c';

/** The width between the margins, in points. */
export const textWidth = ({ page }: Document): number => page.width - 2 * MARGIN;

/** Begins a document with its heading; `bufferPages` keeps pages open until the end. The same calls give the same bytes. */
export function beginDocument({ title, lead, language, at }: Heading, bufferPages = false): Document {
  const document = new PDFDocument({
    ...{ size: 'A4', margin: MARGIN, pdfVersion: '1.7', lang: language, displayTitle: true, bufferPages },
    info: { Title: title, Producer: 'titular', Creator: 'titular', CreationDate: at, ModDate: at },
  });
  document.font('Helvetica-Bold').fontSize(18).fillColor(INK).text(toLatin(title));
  document.moveDown(0.4).font('Helvetica').fontSize(11).fillColor(MUTED).text(toLatin(lead));
  document.moveDown(1.2);
  return document;
}

/** Draws the note that ends a document, below what stands there. */
export const drawNote = (document: Document, note: string): void => {
  document.font('Helvetica').fontSize(8).fillColor(MUTED);
  document.text(toLatin(note), MARGIN, document.y, { width: textWidth(document) });
};

/** Gives the signed receipt along as a file. */
export const attachReceipt = (document: Document, receipt: string, at: Date): void => {
  document.file(Buffer.from(receipt, 'ascii'), {
    ...{ name: 'receipt.jws', type: 'application/jose', description: 'Signed receipt (JWS)' },
    ...{ creationDate: at, modifiedDate: at },
  });
};

/** Gathers the bytes of a document, which are whole once it has ended; to be called before it ends. */
export function gatherBytes(document: Document): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
}
