import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/base/clock.ts';
import { SealBroken } from '../../kernel/base/sealing.ts';
import { sameDigest } from '../../kernel/base/secret.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { TenantKeys } from '../../tenants/index.ts';
import { deleteDue, hastenDues, insertDue } from '../due-store.ts';
import { nameObject } from '../object-name.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { ObjectStoreError } from '../objects/object-store-error.ts';
import { unsealPicture } from '../seal-picture.ts';
import { findInRows, listPlaced, type Place, type Placed, updatePlace } from './placed-store.ts';

/** What moving needs. */
export type MoveDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  objects: ObjectStore;
  tenantKeys: TenantKeys;
  /** Asked for the end; what is under way is ended first. */
  stopping: AbortSignal;
  say(counts: MoveCounts): void;
};

/** What became of pictures: moved, gone or moved by somebody else meanwhile, without an object, and sealed otherwise than their row says. */
export type MoveCounts = { moved: number; passed: number; lost: number; broken: number };

type Verdict = keyof MoveCounts;

const BATCH = 32;
const AT_ONCE = 8;

/** The seal names the row: bytes of another picture, or bytes that were changed, do not open. */
async function opens({ tenantKeys }: MoveDeps, placed: Placed, sealed: Buffer): Promise<boolean> {
  const key = await tenantKeys(placed.tenantId);
  try {
    unsealPicture(key, placed, sealed);
    return true;
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
  }
}

async function toObject(deps: MoveDeps, placed: Placed): Promise<Verdict> {
  const { db, clock, objects } = deps;
  const { sealedImage } = placed;
  if (!sealedImage) return 'passed';
  if (!(await opens(deps, placed, sealedImage))) return 'broken';
  const name = nameObject(placed, clock.now(), randomUUID());
  await insertDue(db, { ...placed, name });
  await objects.put(name, sealedImage);
  const kept = await objects.get(name);
  if (!kept || !sameDigest(kept, sealedImage))
    throw new ObjectStoreError('broken', 'the object store does not give back what was put there');
  const isMoved = await db.transaction().execute(async (trx) => {
    if (!(await updatePlace(trx, placed, { sealedImage: null, objectName: name }))) return false;
    if (await deleteDue(trx, name)) return true;
    throw new Error('the object was deleted before its row was changed');
  });
  if (!isMoved) await hastenDues(db, [name]);
  return isMoved ? 'moved' : 'passed';
}

async function toDatabase(deps: MoveDeps, placed: Placed): Promise<Verdict> {
  const { objectName: name } = placed;
  if (name === null) return 'passed';
  const sealed = await deps.objects.get(name);
  // Its row was erased, or moved by somebody else, meanwhile: then nothing is lost.
  if (!sealed) return (await findInRows(deps.db, [name])).length > 0 ? 'lost' : 'passed';
  if (!(await opens(deps, placed, sealed))) return 'broken';
  const isMoved = await updatePlace(deps.db, placed, { sealedImage: sealed, objectName: null });
  return isMoved ? 'moved' : 'passed';
}

/**
 * Moves every picture that lies elsewhere to a place, eight at once, each in a commit of its own; started again it goes on with what is
 * left. Throws `ObjectStoreError` where the store does not answer.
 */
export async function movePictures(deps: MoveDeps, to: Place): Promise<MoveCounts> {
  const from: Place = to === 'objects' ? 'database' : 'objects';
  const move = to === 'objects' ? toObject : toDatabase;
  const counts: MoveCounts = { moved: 0, passed: 0, lost: 0, broken: 0 };
  let after: Placed | undefined;
  for (;;) {
    const batch = await listPlaced(deps.db, from, after, BATCH);
    for (let start = 0; start < batch.length; start += AT_ONCE) {
      deps.stopping.throwIfAborted();
      const some = batch.slice(start, start + AT_ONCE);
      for (const verdict of await Promise.all(some.map((one) => move(deps, one)))) counts[verdict] += 1;
      deps.say(counts);
    }
    after = batch.at(-1);
    if (!after) return counts;
  }
}
