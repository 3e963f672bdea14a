import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { OpenApiDocument } from '@titular/server/api-docs/document.ts';
import { compareContracts } from './compare-contracts.ts';
import type { Change } from './compare-schemas.ts';

/** The contract as it was last released; what is published may only add to it. */
export const BASELINE = 'docs/contract/v1-baseline.json';

/** What version 1 took by mistake and takes no more; each has its line in docs/contract/changelog.md. */
const CORRECTIONS: readonly Pick<Change, 'where' | 'what'>[] = [
  {
    where: 'POST /api/public/v1/walletid/transaction body application/json.additionalInfo.processID',
    what: 'is required now',
  },
];

const isCorrection = (change: Change): boolean =>
  CORRECTIONS.some(({ where, what }) => change.where === where && change.what === what);

/** Every difference between two releases; a correction is notable, and everything else that could break a client is breaking. */
export const compareReleases = (before: OpenApiDocument, now: OpenApiDocument): Change[] =>
  compareContracts(before, now).map((change) =>
    isCorrection(change) ? { ...change, kind: 'notable' as const } : change,
  );

/** Every difference between the released contract and a document. */
export async function compareWithBaseline(document: string): Promise<Change[]> {
  const released = JSON.parse(await readFile(BASELINE, 'utf8')) as OpenApiDocument;
  return compareReleases(released, JSON.parse(document) as OpenApiDocument);
}

/** Makes the document the released contract and tells what is new in it; an incompatible one throws and leaves the released one. */
export async function releaseContract(document: string): Promise<readonly Change[]> {
  const changes = existsSync(BASELINE) ? await compareWithBaseline(document) : [];
  const broken = changes.filter(({ kind }) => kind === 'breaking');
  if (broken.length > 0) {
    const lines = broken.map(({ where, what }) => `  ${where}: ${what}`);
    throw new Error(`not released, because clients of version 1 would break:\n${lines.join('\n')}`);
  }
  await writeFile(BASELINE, document);
  return changes;
}
