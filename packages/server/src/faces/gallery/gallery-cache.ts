import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../kernel/base/clock.ts';
import { lowestId, type TemplateId, type TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { TenantKey, TenantKeys } from '../../tenants/index.ts';
import { FaceIndex } from './face-index.ts';
import { galleryLoads } from './gallery-metrics.ts';
import {
  findChanges,
  type Gallery,
  type GalleryFace,
  type GalleryState,
  listFaces,
} from './gallery-store.ts';
import { openDescriptor } from './template-store.ts';

/** A gallery in memory: its faces as they were after so many changes. */
export type CachedGallery = {
  tenantId: TenantId;
  gallery: Gallery;
  memory: FaceIndex;
  changes: number;
  usedAt: Date;
};

const PAGE = 1_000;
/** Faces opened before others may run: some 5 ms of work. */
const SLICE = 200;
/** To follow more changes than this costs no less than to read the whole gallery. */
const MAX_CHANGES = 5_000;
const MAX_TRIES = 5;
const BEFORE_ALL = lowestId(new Date(0));

const nameOf = (tenantId: TenantId, { identityKey, engineVersion }: Gallery): string =>
  `${tenantId}/${identityKey}/${engineVersion}`;

type OpenedFace = { templateId: TemplateId; identityHash: Buffer; descriptor: Float32Array };

/** Opens faces, and lets others run every few milliseconds. */
async function openAll(key: TenantKey, faces: readonly GalleryFace[]): Promise<OpenedFace[]> {
  const opened: OpenedFace[] = [];
  for (const { templateId, identityHash, sealedDescriptor } of faces) {
    if (opened.length % SLICE === SLICE - 1) await setImmediate();
    opened.push({ templateId, identityHash, descriptor: openDescriptor(key, templateId, sealedDescriptor) });
  }
  return opened;
}

function putAll(memory: FaceIndex, faces: readonly OpenedFace[]): void {
  for (const { templateId, identityHash, descriptor } of faces) {
    memory.put(templateId, identityHash, descriptor);
    descriptor.fill(0);
  }
}

/** The galleries of this process: each is read as a whole once, and then followed change by change. */
export class GalleryCache {
  readonly #tenantKeys: TenantKeys;
  readonly #clock: Clock;
  readonly #held = new Map<string, CachedGallery>();
  readonly #loading = new Map<string, Promise<CachedGallery>>();

  constructor({ tenantKeys, clock }: { tenantKeys: TenantKeys; clock: Clock }) {
    this.#tenantKeys = tenantKeys;
    this.#clock = clock;
  }

  /** All that are held now. */
  all(): CachedGallery[] {
    return [...this.#held.values()];
  }

  /** Wipes a gallery; the next search reads it anew. */
  deleteGallery(tenantId: TenantId, gallery: Gallery): void {
    const name = nameOf(tenantId, gallery);
    this.#held.get(name)?.memory.clear();
    this.#held.delete(name);
  }

  /** The faces of a gallery as they were after the changes of its state, or later. */
  async catchUp(db: Db, tenantId: TenantId, state: GalleryState): Promise<CachedGallery> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const held = this.#held.get(nameOf(tenantId, state)) ?? (await this.#loadOnce(db, tenantId, state));
      held.usedAt = this.#clock.now();
      const isInStep = held.changes >= state.changes || (await this.follow(db, held));
      if (isInStep && !held.memory.isCleared) return held;
    }
    throw new Error('a gallery of faces changed faster than it could be read');
  }

  /** Applies what changed since; false when it was wiped, because changes are no longer known or the count is wrong. */
  async follow(db: Db, held: CachedGallery): Promise<boolean> {
    const isInStep = await this.#applyChanges(db, held);
    if (isInStep) return true;
    held.memory.clear();
    const name = nameOf(held.tenantId, held.gallery);
    if (this.#held.get(name) === held) this.#held.delete(name);
    return false;
  }

  async #applyChanges(db: Db, held: CachedGallery): Promise<boolean> {
    const { tenantId, gallery, memory } = held;
    const key = await this.#tenantKeys(tenantId);
    const found = await findChanges(db, tenantId, gallery, held.changes, MAX_CHANGES);
    if (!found) return false;
    const opened = await openAll(key, found.put);
    // From here on nothing is waited for. Another search may have been faster, and what it saw later stays.
    if (found.changes < held.changes) return true;
    for (const templateId of found.removed) memory.remove(templateId);
    putAll(memory, opened);
    held.changes = found.changes;
    return memory.size === found.faces;
  }

  /** Many who ask at once share one reading; but who holds locks waits for nobody who may still need a connection. */
  #loadOnce(db: Db, tenantId: TenantId, state: GalleryState): Promise<CachedGallery> {
    if (db.isTransaction) return this.#load(db, tenantId, state);
    const name = nameOf(tenantId, state);
    const underWay = this.#loading.get(name);
    if (underWay) return underWay;
    const loading = this.#load(db, tenantId, state).finally(() => this.#loading.delete(name));
    this.#loading.set(name, loading);
    return loading;
  }

  async #load(db: Db, tenantId: TenantId, state: GalleryState): Promise<CachedGallery> {
    const { identityKey, engineVersion, changes, faces } = state;
    const gallery = { identityKey, engineVersion };
    const memory = new FaceIndex(faces);
    const held = { tenantId, gallery, memory, changes, usedAt: this.#clock.now() };
    const key = await this.#tenantKeys(tenantId);
    let afterId: TemplateId | undefined = BEFORE_ALL;
    while (afterId !== undefined) {
      const page: GalleryFace[] = await listFaces(db, tenantId, gallery, { afterId, limit: PAGE });
      putAll(memory, await openAll(key, page));
      afterId = page.length < PAGE ? undefined : page.at(-1)?.templateId;
    }
    // Pages are of different moments: what changed between them is among the changes since the state.
    if (!(await this.follow(db, held)))
      throw new Error('a gallery of faces could not be read as the database counts it');
    this.deleteGallery(tenantId, gallery);
    this.#held.set(nameOf(tenantId, gallery), held);
    galleryLoads.add({});
    return held;
  }
}
