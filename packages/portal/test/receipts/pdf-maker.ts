import { webcrypto } from 'node:crypto';
import type { SigningKeys } from '@titular/server/access-tokens/index.ts';
import { createDocumentMakers } from '@titular/server/evidence/create-evidence.ts';
import type { Json } from '../../src/receipts/check-receipt.ts';

const AT = new Date('2026-11-20T10:00:00Z');

/** What draws and signs documents as the service does, with a key and how that is published. */
export async function openDocuments(kid: string) {
  const pair = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    ...(['sign', 'verify'] as const),
  ]);
  const key = { kid, createdAt: AT, ...pair };
  const keys = { current: async () => key } as unknown as SigningKeys;
  const { createCaseFile, createEvidence } = createDocumentMakers(keys, 'https://titular.example');
  const jwk: Json = { ...(await webcrypto.subtle.exportKey('jwk', pair.publicKey)), kid };
  return {
    jwk,
    caseFile: (receipt?: string): Promise<Buffer> =>
      createCaseFile(async () => ({
        ...{ title: 'Case file', lead: 'Lead', language: 'en', at: AT, note: 'Note', pictures: [], receipt },
        sections: [{ title: 'Facts', lines: [['Order', 'A-1']] }],
        leftOut: { characters: () => '', lines: () => '' },
        foot: (page, of) => `${page}/${of}`,
      })),
    evidence: (receipt: string): Promise<Buffer> =>
      createEvidence(
        { title: 'Evidence', lead: 'Lead', lines: [['Order', 'A-1']], receipt, note: 'Note', at: AT },
        AT,
      ),
  };
}
