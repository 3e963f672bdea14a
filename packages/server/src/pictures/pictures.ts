import { randomUUID } from 'node:crypto';
import type { Clock } from '../kernel/base/clock.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { TenantKey } from '../tenants/index.ts';
import { deleteDue, insertDue } from './due-store.ts';
import { nameObject, type PictureRef } from './object-name.ts';
import type { ObjectStore } from './objects/object-store.ts';
import { ObjectStoreError } from './objects/object-store-error.ts';
import { sealPicture, unsealPicture } from './seal-picture.ts';

/** Where a new sealed picture was put, as its row will have it: the bytes, or the name of an object. */
export type PicturePlace =
  | { sealedImage: Buffer; objectName: null }
  | { sealedImage: null; objectName: string };

/** Where a sealed picture lies, as a row has it. */
export type PictureRow = { sealedImage: Buffer | null; objectName: string | null };

/** Sealed pictures, wherever they lie. */
export type Pictures = {
  /** Seals a new picture and puts it where new ones go; refuses with 50001 while the store does not take it. */
  keep(key: TenantKey, ref: PictureRef, image: Uint8Array): Promise<PicturePlace>;
  /** Has the picture stay, in the commit that stores its row; without it an object is deleted after an hour. */
  confirm(trx: Db, place: PicturePlace): Promise<void>;
  /**
   * Opens a picture; refuses with 50001 while the store cannot give it. Throws `PictureLost` for an object that is not there, and `SealBroken`
   * for one that is not the one that was kept.
   */
  open(key: TenantKey, ref: PictureRef, row: PictureRow): Promise<Buffer>;
};

/** What pictures need; `objects` is the bucket, if there is one, and `isForNew` whether new pictures go there. */
export type PicturesDeps = { db: Db; clock: Clock; objects: ObjectStore | undefined; isForNew: boolean };

/** A picture that its row says to lie in an object store is not there, or no store is configured. */
class PictureLost extends Error {
  override readonly name = 'PictureLost';
}

async function orRefuse<Result>(work: Promise<Result>, detail: string): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ObjectStoreError) throw new Refusal('50001', detail);
    throw error;
  }
}

/** The sealed bytes, wherever they lie. */
async function readSealed(
  objects: ObjectStore | undefined,
  { sealedImage, objectName }: PictureRow,
): Promise<Buffer> {
  if (sealedImage) return sealedImage;
  if (objectName === null || !objects)
    throw new PictureLost('a picture lies in an object store, and TITULAR_OBJECTS_URL is not set');
  const sealed = await orRefuse(objects.get(objectName), 'The object store cannot give the picture now.');
  if (!sealed) throw new PictureLost(`the object store does not have ${objectName}`);
  return sealed;
}

/** Keeps and reads sealed pictures in their rows and, where one is configured, in a bucket. */
export function createPictures({ db, clock, objects, isForNew }: PicturesDeps): Pictures {
  return {
    async keep(key, ref, image) {
      const sealed = sealPicture(key, ref, image);
      if (!objects || !isForNew) return { sealedImage: sealed, objectName: null };
      const name = nameObject(ref, clock.now(), randomUUID());
      await insertDue(db, { ...ref, name });
      await orRefuse(objects.put(name, sealed), 'No picture can be stored now; the frame does not count.');
      return { sealedImage: null, objectName: name };
    },
    async confirm(trx, { objectName }) {
      if (objectName === null || (await deleteDue(trx, objectName))) return;
      throw new Refusal('50001', 'The picture took too long to store; the frame does not count.');
    },
    open: async (key, ref, row) => unsealPicture(key, ref, await readSealed(objects, row)),
  };
}
