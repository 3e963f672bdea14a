import type { Certificate } from 'pkijs';
import type { SigningKeys } from '../access-tokens/index.ts';
import { defineCache } from '../kernel/caches/cache.ts';
import { createCertificate } from './certificate.ts';
import { drawEvidence, type EvidenceSheet } from './draw-evidence.ts';
import { signPdf } from './sign-pdf.ts';

/** Draws and signs a sheet; the signature is made with the present key for receipts. */
export type CreateEvidence = (sheet: EvidenceSheet, at: Date) => Promise<Buffer>;

/** Certificates of the keys that sign documents; of a few, the newest signs. */
export const certificateCache = defineCache('certificates', 10);

/** Builds the maker of signed PDF documents; the certificate of a key is made once. */
export function createEvidenceMaker(keys: SigningKeys, issuer: string): CreateEvidence {
  const certificates = certificateCache.open<Promise<Certificate>>();
  return async (sheet, at) => {
    const key = await keys.current('receipt');
    const certificate = certificates.get(key.kid) ?? createCertificate(key, issuer);
    certificates.set(key.kid, certificate);
    return signPdf(await drawEvidence(sheet), key, await certificate, at);
  };
}
