import { timingSafeEqual } from 'node:crypto';
import { euclideanDistance } from '@titular/face-engine';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { TenantKeys } from '../../tenants/index.ts';
import { type FoundFaces, MAX_WITHIN } from '../search/messages.ts';
import { idBytes } from '../search/search-threads.ts';
import { findChanges, type Gallery, type GalleryFace, type GalleryState } from './gallery-store.ts';
import { openDescriptor } from './template-store.ts';

/** Among which faces is searched, and for which identities a face is no other's. With a `reach`, all faces are told of that are no farther. */
export type GalleryQuestion = Gallery & {
  exceptIdentityHashes: readonly Buffer[];
  reach?: number | undefined;
};

/** The nearest face of one gallery after so many of its changes, and the ids of those within reach. */
export type SearchedPart = FoundFaces & { identityKey: string; changes: number };

/** What a search found before anything was locked; or that there were more faces than may be held. */
export type PreparedSearch = { kind: 'searched'; parts: readonly SearchedPart[] } | { kind: 'too_large' };

/** Between a search and the locks changed so much, or just that, that it has to be made again. */
export class SearchAgainError extends Error {}

/** Changes that are followed under the locks; more of them take longer than a search. */
const MAX_LATE = 500;
const MAX_TRIES = 5;

type ComparedFace = { id: Uint8Array; distance: number };

/** The distances of faces to a descriptor, but for those of these identities. */
async function compareAll(
  tenantKeys: TenantKeys,
  tenantId: TenantId,
  faces: readonly GalleryFace[],
  { exceptIdentityHashes }: GalleryQuestion,
  descriptor: Float32Array,
): Promise<ComparedFace[]> {
  const others = faces.filter(
    ({ identityHash }) => !exceptIdentityHashes.some((hash) => timingSafeEqual(hash, identityHash)),
  );
  if (others.length === 0) return [];
  const key = await tenantKeys(tenantId);
  return others.map(({ templateId, sealedDescriptor }) => {
    const opened = openDescriptor(key, templateId, sealedDescriptor);
    const distance = euclideanDistance(opened, descriptor);
    opened.fill(0);
    return { id: idBytes(templateId), distance };
  });
}

/** What was found in one gallery; of the ids within reach, some may be of faces that went since. */
type FacesInStep = { nearest: number | undefined; within: readonly Uint8Array[] };

/** Brings what was found in one gallery in step with its state in this view of the database: only the faces that came since are compared. */
export async function bringInStep(
  { db, tenantKeys }: { db: Db; tenantKeys: TenantKeys },
  tenantId: TenantId,
  state: GalleryState,
  asked: { question: GalleryQuestion; descriptor: Float32Array },
  part: Omit<SearchedPart, 'identityKey'>,
): Promise<FacesInStep> {
  const { nearest, within } = part;
  if (part.changes >= state.changes) return { nearest: nearest?.distance, within };
  const found = await findChanges(db, tenantId, state, part.changes, MAX_LATE);
  if (!found) throw new SearchAgainError('a gallery changed too much after it was searched');
  if (nearest && found.removed.some((id) => timingSafeEqual(idBytes(id), nearest.id)))
    throw new SearchAgainError('the nearest face went after it was found');
  const late = await compareAll(tenantKeys, tenantId, found.put, asked.question, asked.descriptor);
  const { reach } = asked.question;
  const lateWithin = late.filter(({ distance }) => reach !== undefined && distance <= reach);
  const distances = [...(nearest ? [nearest] : []), ...late].map(({ distance }) => distance);
  return {
    nearest: distances.length === 0 ? undefined : Math.min(...distances),
    within: [...lateWithin.map(({ id }) => id), ...within].slice(0, MAX_WITHIN),
  };
}

/** Does what begins with a search anew while that turns out to be made again. */
export async function untilInStep<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SearchAgainError) || tries === MAX_TRIES) throw error;
    }
  }
}
