import { createHash } from 'node:crypto';
import { programVersion } from '../../kernel/base/program-version.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { SubjectRef } from '../../kernel/database/subject-ref.ts';
import { isWithin } from '../case-scope.ts';
import type { CaseDeps, CaseReader } from './case-deps.ts';
import { type CaseVersion, shareCaseVersion } from './version-store.ts';

const RELEASE = programVersion();

/** The version of a case for one reader: what differs by role, by person and by release differs here. */
export function toEtag({ role, actor, companies }: CaseReader, { version }: CaseVersion): string {
  const hash = createHash('sha256').update(JSON.stringify([RELEASE, role, actor, companies, version]));
  return `"${hash.digest('base64url')}"`;
}

/** Whether a reader who sent `If-None-Match` has this version (RFC 9110 section 13.1.2, weak comparison). */
export const hasVersion = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag);

/**
 * The version that a reader has and that still is the case's, in one statement: open pages ask for nothing else most of the time. Undefined
 * where the case has to be read, or its time has passed. Refuses one out of the reader's sight with 40420.
 */
export async function findUnchanged(
  deps: Pick<CaseDeps, 'db'>,
  reader: CaseReader,
  subject: SubjectRef,
  { ifNoneMatch, now }: { ifNoneMatch: string | undefined; now: Date },
): Promise<{ etag: string; body: undefined } | undefined> {
  if (ifNoneMatch === undefined) return undefined;
  const found = await shareCaseVersion(deps.db, { tenantId: reader.tenantId, subject, now });
  if (!found || !isWithin(reader, found.companyId)) throw new Refusal('40420');
  const etag = toEtag(reader, found);
  return hasVersion(ifNoneMatch, etag) && !found.isDue ? { etag, body: undefined } : undefined;
}
