import { createHash } from 'node:crypto';
import { ReadCaptureImageQuery } from '@titular/contract';
import type { Kysely } from 'kysely';
import { Value } from 'typebox/value';
import type { Clock } from '../base/clock.ts';
import { isId } from '../base/id.ts';
import { Refusal } from '../base/refusal.ts';
import { SealBroken } from '../base/sealing.ts';
import { sameDigest } from '../base/secret.ts';
import { findSealedImage } from '../captures/capture-record-store.ts';
import { rowName } from '../captures/frame-store.ts';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import { parsePathId } from '../http/parse-query.ts';
import type { Identity } from '../identity/identity.ts';
import { insertAuditEntry } from '../operators/audit-store.ts';
import type { TenantKey, TenantKeys } from '../tenants/tenant-keys.ts';
import { holdPerson, type SealedPerson } from './look-store.ts';
import type { CardDigits } from './transaction.ts';

/** What looking at an image needs. */
export type LookDeps = { db: Kysely<Tables>; clock: Clock; tenantKeys: TenantKeys };

/** Who looks: a tenant, and a name for the audit log. */
export type Looker = { tenantId: string; actor: string };

/** Which image, as it was asked for, and why. */
export type Look = { transactionId: string; attemptId: string; step: string; reason: string };

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** The audit log keeps a reason for ever, so it must not be what says who the person is. */
function refuseName(key: TenantKey, person: SealedPerson, reason: string): void {
  const open = <Opened>(field: string, sealed: Buffer): Opened =>
    JSON.parse(key.unseal('transactions', person.transactionId, field, sealed).toString('utf8')) as Opened;
  const { sealedIdentity, sealedStatedIdentity, sealedCard } = person;
  const names = [
    open<Identity>('sealed_identity', sealedIdentity).value,
    open<CardDigits>('sealed_card', sealedCard).name,
    ...(sealedStatedIdentity ? [open<Identity>('sealed_stated_identity', sealedStatedIdentity).value] : []),
  ];
  if (names.some((name) => plain(name) !== '' && plain(reason).includes(plain(name))))
    throw new Refusal('40002', 'reason must say why you look, and never name the person.');
}

async function openImage(
  db: Db,
  tenantId: string,
  key: TenantKey,
  capturedFor: string,
  { attemptId, step }: Look,
): Promise<{ image: Buffer; imageDigest: Buffer }> {
  const found = /^(0|[1-9][0-9]{0,2})$/.test(step)
    ? await findSealedImage(db, tenantId, capturedFor, attemptId, Number(step))
    : undefined;
  if (!found) throw new Refusal('40412');
  const row = rowName(attemptId, Number(step));
  const image = key.unseal('capture_frames', row, 'sealed_image', found.sealedImage);
  // The digest stands beside the image in clear, and in receipts: one that was changed alone would disprove a true picture.
  if (!sameDigest(createHash('sha256').update(image).digest(), found.imageDigest))
    throw new SealBroken({ tenantId, table: 'capture_frames', row, field: 'image_digest' });
  return { image, imageDigest: found.imageDigest };
}

/** Writes the entry of a look and opens the image, in one database transaction whose commit comes before anybody sees it. */
async function lookWithin(
  deps: LookDeps,
  trx: Kysely<Tables>,
  key: TenantKey,
  { tenantId, actor }: Looker,
  look: Look,
): Promise<Buffer> {
  const { transactionId, attemptId, step, reason } = look;
  const person = await holdPerson(trx, tenantId, transactionId);
  if (!person) throw new Refusal('40401');
  if (person.isErased) throw new Refusal('40049');
  refuseName(key, person, reason);
  const { image, imageDigest } = await openImage(trx, tenantId, key, person.capturedFor, look);
  await insertAuditEntry(
    trx,
    { clock: deps.clock, actor },
    {
      tenantId,
      action: 'captures.look',
      subject: `transaction/${transactionId}`,
      after: { attempt: attemptId, step: Number(step), reason, imageSha256: imageDigest.toString('hex') },
    },
  );
  return image;
}

/**
 * One kept image as JPEG, once its entry in the audit log is committed: who cannot be written down does not see it. Refuses with 40002 a
 * reason that breaks the contract or names the person, with 40049 a transaction that was erased, and with 40412 what is not held; an
 * image that does not open, or is not the one that was kept, is a `SealBroken` fault.
 */
export async function lookAtImage(deps: LookDeps, looker: Looker, look: Look): Promise<Buffer> {
  if (!isId(look.transactionId)) throw new Refusal('40004');
  const named = {
    ...look,
    transactionId: look.transactionId.toLowerCase(),
    attemptId: parsePathId(look.attemptId),
  };
  if (!Value.Check(ReadCaptureImageQuery, { reason: look.reason }))
    throw new Refusal('40002', 'reason must be 3 to 200 characters that say why you look.');
  const key = await deps.tenantKeys(looker.tenantId);
  return deps.db.transaction().execute((trx) => lookWithin(deps, trx, key, looker, named));
}
