import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { insertAuditEntry } from '../../audit/index.ts';
import { checkReason } from '../../captures/index.ts';
import { findReference, type Reference } from '../../faces/index.ts';
import { identityHash, parseIdentity } from '../../identity/index.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { SealBroken } from '../../kernel/base/sealing.ts';
import { sameDigest } from '../../kernel/base/secret.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { parsePathId } from '../../kernel/http/body/parse-query.ts';
import type { TenantKey } from '../../tenants/index.ts';
import type { ReadReferenceDeps } from '../read-reference.ts';
import type { Actor } from '../withdraw-reference.ts';
import { findPhotograph, rowName } from './photograph-store.ts';

/** What looking at a photograph needs. */
export type ViewPhotographDeps = ReadReferenceDeps & { clock: Clock };

/** Which photograph, by its place from 1, as it was asked for, and why. */
export type PhotographView = { referenceId: string; position: string; reason: string };

const POSITION = /^[1-5]$/;

/** Lengths of an identity in its register; the digits of a reason are tried in each. */
const VALUE_LENGTHS = [11, 14] as const;

/** Whether a text holds the identity, which is known by its keyed hash alone; punctuation does not hide it. */
function holdsIdentity(
  key: TenantKey,
  { identityKey, identityHash: hash }: Reference,
  text: string,
): boolean {
  const plain = text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
  return VALUE_LENGTHS.some((length) =>
    Array.from({ length: Math.max(0, plain.length - length + 1) }, (_, at) =>
      plain.slice(at, at + length),
    ).some((part) => {
      const parsed = parseIdentity(identityKey, part);
      return parsed.kind === 'identity' && sameDigest(identityHash(key, parsed.identity), hash);
    }),
  );
}

/** Opens the photograph; throws `SealBroken` for one that is not the one that was sent. */
function open(
  key: TenantKey,
  { tenantId, row }: { tenantId: string; row: string },
  { sealedImage, imageDigest }: { sealedImage: Buffer; imageDigest: Buffer },
): Buffer {
  const image = key.unseal('reference_photographs', row, 'sealed_image', sealedImage);
  if (!sameDigest(createHash('sha256').update(image).digest(), imageDigest))
    throw new SealBroken({ tenantId, table: 'reference_photographs', row, field: 'image_digest' });
  return image;
}

async function viewWithin(
  { clock }: ViewPhotographDeps,
  trx: Kysely<Tables>,
  key: TenantKey,
  { tenantId, actor }: Actor,
  { reference, position, reason }: { reference: Reference; position: string; reason: string },
): Promise<Buffer> {
  const { referenceId } = reference;
  const place = POSITION.test(position) ? Number(position) : 0;
  const found = await findPhotograph(trx, tenantId, referenceId, place);
  if (!found) throw new Refusal('40414');
  const image = open(key, { tenantId, row: rowName(referenceId, place) }, found);
  const after = { photograph: place, reason, imageSha256: found.imageDigest.toString('hex') };
  const subject = `reference/${referenceId}`;
  await insertAuditEntry(trx, { clock, actor }, { tenantId, action: 'reference.look', subject, after });
  return image;
}

/**
 * A kept photograph as it was sent, once its entry in the audit log is committed: who cannot be written down does not see it. Refuses with
 * 40002 a reason that breaks the contract or holds the identity, with 40413 a reference that is not held, and with 40414 a photograph that
 * is not.
 */
export async function viewPhotograph(
  deps: ViewPhotographDeps,
  viewer: Actor,
  { referenceId, position, reason }: PhotographView,
): Promise<Buffer> {
  const by = { referenceId: parsePathId(referenceId) };
  checkReason(reason);
  const key = await deps.tenantKeys(viewer.tenantId);
  return deps.db.transaction().execute(async (trx) => {
    const reference = await findReference(trx, viewer.tenantId, key, by);
    if (!reference) throw new Refusal('40413');
    if (holdsIdentity(key, reference, reason))
      throw new Refusal('40002', 'reason must say why you view the photograph, and never name the person.');
    return viewWithin(deps, trx, key, viewer, { reference, position, reason });
  });
}
