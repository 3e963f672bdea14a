import { euclideanDistance } from '@titular/face-engine';
import type { Kysely } from 'kysely';
import { insertAuditEntry, OperatorRefusal } from '../audit/index.ts';
import { descriptorIn, findFirstMeasure, findLatestAttempt, versionsIn } from '../captures/index.ts';
import {
  deleteDispute,
  deleteTemplates,
  findDispute,
  findTemplateOwner,
  insertDispute,
  isDisputed,
  listFaces,
  listTemplates,
  lockIdentity,
  openDescriptor,
} from '../faces/index.ts';
import { identityHash, parseIdentity } from '../identity/index.ts';
import type { Clock } from '../kernel/base/clock.ts';
import { lowestId, newId, type TemplateId, type TenantId, type TransactionId } from '../kernel/base/id.ts';
import { sameDigest } from '../kernel/base/secret.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { RecordAct } from '../module.ts';
import type { TenantKey, TenantKeys } from '../tenants/index.ts';
import { findDetails } from '../transactions/index.ts';

/** What looking after enrolled faces needs; `recordAct` keeps a dispute over a restore, where there is a ledger. */
export type FaceDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  tenantKeys: TenantKeys;
  matchThreshold: number;
  recordAct?: RecordAct | undefined;
};

/** A face as operators see it: never its numbers, and never whose it is. */
export type ShownFace = {
  faceId: string;
  place: number;
  engineVersion: string;
  enrolledAt: Date;
  madeOf: string;
};

const PAGE = 500;
const MAX_SIMILAR_FACES = 20;

function hashOf(key: TenantKey, kind: string, value: string): Buffer {
  const parsed = parseIdentity(kind, value);
  if (parsed.kind === 'refused') throw new OperatorRefusal('invalid', `${parsed.field} ${parsed.rule}.`);
  return identityHash(key, parsed.identity);
}

/** The faces enrolled for an identity, the oldest first, and whether they are disputed. */
export async function listFacesOf(
  { db, tenantKeys }: FaceDeps,
  tenantId: TenantId,
  identity: { kind: string; value: string },
): Promise<{ faces: ShownFace[]; isDisputed: boolean }> {
  const hash = hashOf(await tenantKeys(tenantId), identity.kind, identity.value);
  const templates = await listTemplates(db, tenantId, hash);
  return {
    faces: templates.map(({ templateId, place, engineVersion, createdAt, madeOf }) => ({
      ...{ faceId: templateId, place, engineVersion, enrolledAt: createdAt, madeOf },
    })),
    isDisputed: await isDisputed(db, tenantId, hash),
  };
}

/** The face that was captured for a transaction, and the galleries in which it is looked for, one for each version that measured it. */
async function readCaptured({ db, tenantKeys }: FaceDeps, tenantId: TenantId, transactionId: TransactionId) {
  const details = await findDetails(db, tenantId, transactionId);
  const key = await tenantKeys(tenantId);
  const attempt =
    details && (await findLatestAttempt(db, tenantId, details.referenceProcessId ?? transactionId));
  const first = attempt && (await findFirstMeasure(db, tenantId, key, attempt.attemptId));
  if (!details || !first) throw new OperatorRefusal('not-found', 'The transaction has no kept capture.');
  const { identityKey, identityHash: ownHash } = details;
  const galleries = versionsIn(first).map((engineVersion) => ({
    gallery: { identityKey, engineVersion },
    descriptor: descriptorIn(first, engineVersion) ?? first.measure.descriptor,
  }));
  return { key, ownHash, galleries };
}

/** Faces enrolled for other identities that the face captured for a transaction matches, the nearest first, twenty at most: how a holder who is shut out is helped. */
export async function listFacesLike(
  deps: FaceDeps,
  tenantId: TenantId,
  transactionId: TransactionId,
): Promise<{ faceId: TemplateId; distance: number }[]> {
  const { key, ownHash, galleries } = await readCaptured(deps, tenantId, transactionId);
  const alike: { faceId: TemplateId; distance: number }[] = [];
  for (const { gallery, descriptor } of galleries) {
    let afterId = lowestId(new Date(0));
    for (;;) {
      const faces = await listFaces(deps.db, tenantId, gallery, { afterId, limit: PAGE });
      for (const { templateId, identityHash: hash, sealedDescriptor } of faces) {
        afterId = templateId;
        if (sameDigest(hash, ownHash)) continue;
        const opened = openDescriptor(key, templateId, sealedDescriptor);
        const distance = euclideanDistance(opened, descriptor);
        opened.fill(0);
        if (distance <= deps.matchThreshold) alike.push({ faceId: templateId, distance });
      }
      if (faces.length < PAGE) break;
    }
  }
  return alike.toSorted((one, other) => one.distance - other.distance).slice(0, MAX_SIMILAR_FACES);
}

/** Which identity a dispute is about: the one told, or the one that has a face. */
export type Disputed = { kind: string; value: string } | { faceId: TemplateId };

async function ownerOf(
  { db, tenantKeys }: FaceDeps,
  tenantId: TenantId,
  disputed: Disputed,
): Promise<Buffer> {
  if (!('faceId' in disputed)) return hashOf(await tenantKeys(tenantId), disputed.kind, disputed.value);
  const owner = await findTemplateOwner(db, tenantId, disputed.faceId);
  if (!owner) throw new OperatorRefusal('not-found', 'No face with this id is enrolled.');
  return owner;
}

/**
 * Drops the faces of an identity whose enrolment is disputed, and lets no capture enrol another one until the dispute is settled, in one
 * commit with the audit entry. `reference` is the operator's own name for the case.
 */
export async function disputeFaces(
  deps: FaceDeps,
  { tenantId, actor }: { tenantId: TenantId; actor: string },
  disputed: Disputed,
  reference: string,
): Promise<{ disputeId: string; faces: number }> {
  const hash = await ownerOf(deps, tenantId, disputed);
  const at = deps.clock.now();
  const disputeId = newId(at.getTime());
  return deps.db.transaction().execute(async (trx) => {
    await lockIdentity(trx, tenantId, hash);
    const faces = await deleteTemplates(trx, tenantId, hash);
    const isNew = await insertDispute(trx, tenantId, { disputeId, identityHash: hash, at });
    const told = {
      act: 'dispute',
      tenant: tenantId,
      at: at.toISOString(),
      about: hash.toString('hex'),
    } as const;
    if (!isNew && faces === 0) {
      // A settlement that failed may be the last that the ledger tells.
      const present = (await findDispute(trx, tenantId, hash)) ?? disputeId;
      await deps.recordAct?.(trx, { ...told, dispute: present, reference });
      throw new OperatorRefusal('invalid', 'The faces of this identity are already disputed.');
    }
    const entry = {
      action: 'face.dispute',
      subject: `face-dispute/${disputeId}`,
      after: { faces, reference },
    } as const;
    await insertAuditEntry(trx, { clock: deps.clock, actor }, { tenantId, ...entry });
    await deps.recordAct?.(trx, { ...told, dispute: disputeId, reference });
    return { disputeId, faces };
  });
}

/** Settles the dispute about the faces of an identity: the next capture may enrol one, if the company lets it. */
export async function settleDispute(
  deps: FaceDeps,
  { tenantId, actor }: { tenantId: TenantId; actor: string },
  identity: { kind: string; value: string },
): Promise<{ disputeId: string }> {
  const hash = hashOf(await deps.tenantKeys(tenantId), identity.kind, identity.value);
  return deps.db.transaction().execute(async (trx) => {
    await lockIdentity(trx, tenantId, hash);
    const disputeId = await deleteDispute(trx, tenantId, hash);
    if (!disputeId) throw new OperatorRefusal('not-found', 'The faces of this identity are not disputed.');
    const entry = { action: 'face.settle', subject: `face-dispute/${disputeId}` } as const;
    await insertAuditEntry(trx, { clock: deps.clock, actor }, { tenantId, ...entry });
    const told = { tenant: tenantId, at: deps.clock.now().toISOString(), about: hash.toString('hex') };
    await deps.recordAct?.(trx, { act: 'settle', ...told });
    return { disputeId };
  });
}
