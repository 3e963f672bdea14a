import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { TenantKey } from '../../tenants/index.ts';
import type { OpenedFace } from '../search/search-threads.ts';
import type { GalleryFace } from './gallery-store.ts';
import { openDescriptor } from './template-store.ts';

/** Faces opened before others may run: some 1 ms of work. */
const SLICE = 40;

/** Opens faces, and lets others run every millisecond. */
export async function openAll(key: TenantKey, faces: readonly GalleryFace[]): Promise<OpenedFace[]> {
  const opened: OpenedFace[] = [];
  for (const { templateId, identityHash, sealedDescriptor } of faces) {
    if (opened.length % SLICE === SLICE - 1) await letOthersRun();
    opened.push({ templateId, identityHash, descriptor: openDescriptor(key, templateId, sealedDescriptor) });
  }
  return opened;
}
