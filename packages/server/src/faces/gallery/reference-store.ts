import { type RawBuilder, sql } from 'kysely';
import type { ReferenceId, TemplateId, TenantId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { TenantKey } from '../../tenants/index.ts';

/** Where the photographs of a reference are from, in the operator's own words; the date is a day, as in 2026-11-20. */
export type Provenance = { source: string; date: string; consentReference: string };

/** A face that an operator brought: whose it is, and what was sent, by keyed hash alone. */
export type Reference = {
  referenceId: ReferenceId;
  identityKey: string;
  identityHash: Buffer;
  contentHash: Buffer;
  provenance: Provenance;
  photographs: number;
  isDuplicateAllowed: boolean;
  isCaptureConfirmed: boolean;
  createdAt: Date;
};

const sealProvenance = (key: TenantKey, referenceId: ReferenceId, provenance: Provenance): Buffer =>
  key.seal('face_references', referenceId, 'sealed_provenance', Buffer.from(JSON.stringify(provenance)));

/** Keeps a reference that is not there yet; an identity has one. */
export async function insertReference(
  db: Db,
  tenantId: TenantId,
  key: TenantKey,
  one: Reference,
): Promise<void> {
  await db
    .insertInto('face_references')
    .values({
      tenant_id: tenantId,
      reference_id: one.referenceId,
      identity_key: one.identityKey,
      identity_hash: one.identityHash,
      content_hash: one.contentHash,
      sealed_provenance: sealProvenance(key, one.referenceId, one.provenance),
      photographs: one.photographs,
      duplicate_allowed: one.isDuplicateAllowed,
      capture_confirmed: one.isCaptureConfirmed,
      created_at: one.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'reference_id']).doNothing())
    .execute();
}

/** By what a reference is found: its own id, or the identity that has one. */
export type ReferenceKey = { referenceId: ReferenceId } | { identityHash: Buffer };

const COLUMNS = [
  'reference_id',
  'identity_key',
  'identity_hash',
  'content_hash',
  'sealed_provenance',
  'photographs',
  'duplicate_allowed',
  'capture_confirmed',
  'created_at',
] as const;

/** Finds a reference of the tenant. */
export async function findReference(
  db: Db,
  tenantId: TenantId,
  key: TenantKey,
  by: ReferenceKey,
): Promise<Reference | undefined> {
  const all = db.selectFrom('face_references').select(COLUMNS).where('tenant_id', '=', tenantId);
  const row = await ('referenceId' in by
    ? all.where('reference_id', '=', by.referenceId)
    : all.where('identity_hash', '=', by.identityHash)
  ).executeTakeFirst();
  if (!row) return undefined;
  const opened = key.unseal('face_references', row.reference_id, 'sealed_provenance', row.sealed_provenance);
  return {
    referenceId: row.reference_id,
    identityKey: row.identity_key,
    identityHash: row.identity_hash,
    contentHash: row.content_hash,
    provenance: JSON.parse(opened.toString('utf8')) as Provenance,
    photographs: row.photographs,
    isDuplicateAllowed: row.duplicate_allowed,
    isCaptureConfirmed: row.capture_confirmed,
    createdAt: row.created_at,
  };
}

/** What there is of an identity; `isDisputed` where only the operator may enrol a face again. */
export type Presence = { isDisputed: boolean; hasReference: boolean; hasFaces: boolean };

/** Looks by one statement at what there is of an identity: of most that are enrolled there is nothing. */
export async function findPresence(db: Db, tenantId: TenantId, identityHash: Buffer): Promise<Presence> {
  const exists = (table: string): RawBuilder<boolean> => sql`
    EXISTS (SELECT FROM ${sql.table(table)} WHERE tenant_id = ${tenantId} AND identity_hash = ${identityHash})`;
  const { rows } = await sql<{ is_disputed: boolean; has_reference: boolean; has_faces: boolean }>`
    SELECT ${exists('face_disputes')} AS is_disputed, ${exists('face_references')} AS has_reference,
      ${exists('face_templates')} AS has_faces`.execute(db);
  const [row] = rows;
  invariant(row, 'a look has an answer');
  return { isDisputed: row.is_disputed, hasReference: row.has_reference, hasFaces: row.has_faces };
}

/** Notes that captured faces rest on a reference from now on, because it shows the same person. */
export async function confirmTemplates(
  db: Db,
  tenantId: TenantId,
  referenceId: ReferenceId,
  templateIds: readonly TemplateId[],
): Promise<void> {
  if (templateIds.length === 0) return;
  await db
    .updateTable('face_templates')
    .set({ proven_by: referenceId })
    .where('tenant_id', '=', tenantId)
    .where('template_id', 'in', templateIds)
    .execute();
}

/** Deletes a reference with the faces of its photographs; captured faces that it confirmed stay, unproven. Answers how many faces went. */
export async function deleteReference(
  db: Db,
  tenantId: TenantId,
  { referenceId, identityHash }: Pick<Reference, 'referenceId' | 'identityHash'>,
): Promise<number> {
  const faces = await db
    .deleteFrom('face_templates')
    .where('tenant_id', '=', tenantId)
    .where('identity_hash', '=', identityHash)
    .where('subject_kind', '=', 'reference')
    .where('subject_id', '=', referenceId)
    .executeTakeFirst();
  await db
    .updateTable('face_templates')
    .set({ proven_by: null })
    .where('tenant_id', '=', tenantId)
    .where('identity_hash', '=', identityHash)
    .where('proven_by', '=', referenceId)
    .execute();
  await db
    .deleteFrom('face_references')
    .where('tenant_id', '=', tenantId)
    .where('reference_id', '=', referenceId)
    .execute();
  return Number(faces.numDeletedRows);
}
