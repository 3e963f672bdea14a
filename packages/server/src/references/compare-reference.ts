import { euclideanDistance } from '@titular/face-engine';
import {
  faceLimit,
  type Galleries,
  type GalleryQuestion,
  openDescriptor,
  type PreparedSearch,
  type SealedTemplate,
} from '../faces/index.ts';
import type { TemplateId, TenantId } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { TenantKey } from '../tenants/index.ts';
import type { MeasuredFaces } from './measure-photographs.ts';

/** What searching among other identities needs. */
export type SearchDeps = { galleries: Galleries; galleryBounds: Parameters<typeof faceLimit>[0] };

/** Whose face is searched, and the faces that are to be enrolled, by engine version. */
export type Searched = {
  tenantId: TenantId;
  identity: { key: string; hash: Buffer };
  chosen: MeasuredFaces;
};

/** One search, as it was made before the locks. */
export type PreparedFace = { question: GalleryQuestion; descriptor: Float32Array; prepared: PreparedSearch };

/** Searches each face among those of other identities, before anything is locked. */
export async function prepareSearches(
  { galleries }: SearchDeps,
  { tenantId, identity, chosen }: Searched,
): Promise<PreparedFace[]> {
  const searches: PreparedFace[] = [];
  for (const [engineVersion, descriptors] of chosen) {
    const question = { identityKey: identity.key, engineVersion, exceptIdentityHashes: [identity.hash] };
    for (const descriptor of descriptors) {
      const prepared = await galleries.prepare(tenantId, question, descriptor);
      searches.push({ question, descriptor, prepared });
    }
  }
  return searches;
}

/**
 * Finishes the searches under the locks: the distance to the nearest face of another identity. Refuses with 40087 where the faces have no
 * room, also once `leaving` of their version have gone. Throws `SearchAgainError` where all is to begin anew.
 */
export async function searchOthers(
  { galleries, galleryBounds }: SearchDeps,
  trx: Db,
  { tenantId, chosen }: Searched,
  searches: readonly PreparedFace[],
  leaving: (engineVersion: string) => number,
): Promise<number> {
  let nearest = Number.POSITIVE_INFINITY;
  for (const { question, descriptor, prepared } of searches) {
    const answer = await galleries.search(trx, tenantId, question, descriptor, prepared);
    const { engineVersion } = question;
    const added = (chosen.get(engineVersion)?.length ?? 0) - leaving(engineVersion);
    if (answer.kind === 'too_large' || answer.faces + added > faceLimit(galleryBounds, descriptor.length)) {
      galleries.reportLimit(tenantId, question, answer.faces);
      throw new Refusal('40087');
    }
    nearest = Math.min(nearest, answer.nearest ?? nearest);
  }
  return nearest;
}

/** Compares the faces that selfies enrolled with the photographs: those that show the same person; refuses with 40085 where one shows another. */
export function confirmCaptured(
  key: TenantKey,
  captured: readonly SealedTemplate[],
  measured: MeasuredFaces,
  matchThreshold: number,
): TemplateId[] {
  const comparable = captured.filter(({ engineVersion }) => measured.has(engineVersion));
  for (const { templateId, engineVersion, sealedDescriptor } of comparable) {
    const enrolled = openDescriptor(key, templateId, sealedDescriptor);
    const distances = (measured.get(engineVersion) ?? []).map((one) => euclideanDistance(one, enrolled));
    enrolled.fill(0);
    if (Math.min(...distances) > matchThreshold) throw new Refusal('40085');
  }
  return comparable.map(({ templateId }) => templateId);
}
