import type { Certificate } from 'pkijs';
import type { SigningKeys } from '../access-tokens/index.ts';
import { defineCache } from '../kernel/caches/cache.ts';
import { createBoundedQueue } from '../kernel/jobs/bounded-queue.ts';
import type { CaseFileSheet } from './draw-case-file.ts';
import type { EvidenceSheet } from './draw-evidence.ts';

/** Draws and signs a sheet; the signature is made with the present key for receipts. */
export type CreateEvidence = (sheet: EvidenceSheet, at: Date) => Promise<Buffer>;

/** Certificates of the keys that sign documents; of a few, the newest signs. */
export const certificateCache = defineCache('certificates', 10);

/** Reads a sheet when its turn has come, draws and signs it: one at a time in a process. Refuses with 42906 when too many wait. */
export type CreateCaseFile = (read: () => Promise<CaseFileSheet>) => Promise<Buffer>;

/** A file takes a part of a second, and none waits longer than a call of the portal may. */
const MAX_WAITING_FILES = 8;

/** Loaded with the first document: few processes ever make one. */
const loadSigning = () => Promise.all([import('./certificate.ts'), import('./sign-pdf.ts')]);

/** Builds the makers of signed PDF documents; the certificate of a key is made once. */
export function createDocumentMakers(
  keys: SigningKeys,
  issuer: string,
): { createEvidence: CreateEvidence; createCaseFile: CreateCaseFile } {
  const queue = createBoundedQueue({ atOnce: 1, waiting: MAX_WAITING_FILES });
  const certificates = certificateCache.open<Promise<Certificate>>();
  const sign = async (unsigned: Promise<Buffer>, at: Date): Promise<Buffer> => {
    // Waited for together: a drawing that fails meanwhile is this call's refusal.
    const [bytes, [{ createCertificate }, { signPdf }]] = await Promise.all([unsigned, loadSigning()]);
    const key = await keys.current('receipt');
    const certificate = certificates.get(key.kid) ?? createCertificate(key, issuer);
    certificates.set(key.kid, certificate);
    return signPdf(bytes, key, await certificate, at);
  };
  return {
    createEvidence: async (sheet, at) => {
      const { drawEvidence } = await import('./draw-evidence.ts');
      return sign(drawEvidence(sheet), at);
    },
    createCaseFile: (read) =>
      queue(async () => {
        const [sheet, { drawCaseFile }] = await Promise.all([read(), import('./draw-case-file.ts')]);
        return sign(drawCaseFile(sheet), sheet.at);
      }),
  };
}
