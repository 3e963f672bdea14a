import type { Certificate } from 'pkijs';
import type { SigningKeys } from '../access-tokens/index.ts';
import { defineCache } from '../kernel/caches/cache.ts';
import { createCertificate } from './certificate.ts';
import { type CaseFileSheet, drawCaseFile } from './draw-case-file.ts';
import { drawEvidence, type EvidenceSheet } from './draw-evidence.ts';
import { signPdf } from './sign-pdf.ts';

/** Draws and signs a sheet; the signature is made with the present key for receipts. */
export type CreateEvidence = (sheet: EvidenceSheet, at: Date) => Promise<Buffer>;

/** Certificates of the keys that sign documents; of a few, the newest signs. */
export const certificateCache = defineCache('certificates', 10);

/** Draws and signs a case file, as `CreateEvidence` does a sheet. */
export type CreateCaseFile = (sheet: CaseFileSheet, at: Date) => Promise<Buffer>;

/** Builds the makers of signed PDF documents; the certificate of a key is made once. */
export function createDocumentMakers(
  keys: SigningKeys,
  issuer: string,
): { createEvidence: CreateEvidence; createCaseFile: CreateCaseFile } {
  const certificates = certificateCache.open<Promise<Certificate>>();
  const sign = async (unsigned: Promise<Buffer>, at: Date): Promise<Buffer> => {
    const key = await keys.current('receipt');
    const certificate = certificates.get(key.kid) ?? createCertificate(key, issuer);
    certificates.set(key.kid, certificate);
    return signPdf(await unsigned, key, await certificate, at);
  };
  return {
    createEvidence: (sheet, at) => sign(drawEvidence(sheet), at),
    createCaseFile: (sheet, at) => sign(drawCaseFile(sheet), at),
  };
}
