import type PDFDocument from 'pdfkit';
import { RANGE_PLACEHOLDER, SIGNATURE_BYTES } from './sign-pdf.ts';

type Document = InstanceType<typeof PDFDocument>;

/** The form of a document, which the writer's types do not show (ISO 32000-1 section 12.7.2). */
type DocumentWithForm = {
  _root: {
    data: { AcroForm: { data: { Fields: unknown[]; SigFlags?: number; NeedAppearances?: boolean } } };
  };
};
const SIGNATURES_EXIST = 1;
const APPEND_ONLY = 2;

/** Adds an invisible field with an empty signature, to be filled when the bytes are known (ISO 32000-1 section 12.7.4.5). */
export function addSignatureField(document: Document, at: Date, reason: string): void {
  const signature = document.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'adbe.pkcs7.detached',
    ByteRange: [0, RANGE_PLACEHOLDER, RANGE_PLACEHOLDER, RANGE_PLACEHOLDER],
    Contents: Buffer.alloc(SIGNATURE_BYTES),
    M: at,
    // Strings are names to the writer, unless they are objects.
    Reason: new String(reason),
  });
  const field = document.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [0, 0, 0, 0],
    V: signature,
    T: new String('Signature'),
    F: 132,
    P: document.page.dictionary,
  });
  document.page.annotations.push(field);
  document.initForm();
  const form = (document as unknown as DocumentWithForm)._root.data.AcroForm.data;
  form.Fields.push(field);
  form.SigFlags = SIGNATURES_EXIST | APPEND_ONLY;
  // A reader that draws the fields anew would change what was signed.
  delete form.NeedAppearances;
  signature.end(undefined);
  field.end(undefined);
}
