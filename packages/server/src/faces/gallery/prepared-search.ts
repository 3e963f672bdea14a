import { timingSafeEqual } from 'node:crypto';
import { euclideanDistance } from '@titular/face-engine';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { TenantKeys } from '../../tenants/index.ts';
import { idBytes } from '../search/search-threads.ts';
import { findChanges, type Gallery, type GalleryFace, type GalleryState } from './gallery-store.ts';
import { openDescriptor } from './template-store.ts';

/** Among which faces is searched, and for which identities a face is no other's. */
export type GalleryQuestion = Gallery & { exceptIdentityHashes: readonly Buffer[] };

/** The nearest face of one gallery after so many of its changes. */
export type SearchedPart = {
  identityKey: string;
  changes: number;
  nearest: { distance: number; id: Uint8Array } | undefined;
};

/** What a search found before anything was locked; or that there were more faces than may be held. */
export type PreparedSearch = { kind: 'searched'; parts: readonly SearchedPart[] } | { kind: 'too_large' };

/** Between a search and the locks changed so much, or just that, that it has to be made again. */
export class SearchAgainError extends Error {}

/** Changes that are followed under the locks; more of them take longer than a search. */
const MAX_LATE = 500;
const MAX_TRIES = 5;

/** The distances of faces to a descriptor, but for those of these identities. */
async function compareAll(
  tenantKeys: TenantKeys,
  tenantId: TenantId,
  faces: readonly GalleryFace[],
  { exceptIdentityHashes }: GalleryQuestion,
  descriptor: Float32Array,
): Promise<number[]> {
  const others = faces.filter(
    ({ identityHash }) => !exceptIdentityHashes.some((hash) => timingSafeEqual(hash, identityHash)),
  );
  if (others.length === 0) return [];
  const key = await tenantKeys(tenantId);
  return others.map(({ templateId, sealedDescriptor }) => {
    const opened = openDescriptor(key, templateId, sealedDescriptor);
    const distance = euclideanDistance(opened, descriptor);
    opened.fill(0);
    return distance;
  });
}

/** Brings what was found in one gallery in step with its state in this view of the database: only the faces that came since are compared. */
export async function bringInStep(
  { db, tenantKeys }: { db: Db; tenantKeys: TenantKeys },
  tenantId: TenantId,
  state: GalleryState,
  asked: { question: GalleryQuestion; descriptor: Float32Array },
  part: Pick<SearchedPart, 'changes' | 'nearest'>,
): Promise<number | undefined> {
  const { nearest } = part;
  if (part.changes >= state.changes) return nearest?.distance;
  const found = await findChanges(db, tenantId, state, part.changes, MAX_LATE);
  if (!found) throw new SearchAgainError('a gallery changed too much after it was searched');
  if (nearest && found.removed.some((id) => timingSafeEqual(idBytes(id), nearest.id)))
    throw new SearchAgainError('the nearest face went after it was found');
  const late = await compareAll(tenantKeys, tenantId, found.put, asked.question, asked.descriptor);
  const distances = nearest ? [nearest.distance, ...late] : late;
  return distances.length === 0 ? undefined : Math.min(...distances);
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
