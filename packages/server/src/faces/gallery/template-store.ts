import { packDescriptor, unpackDescriptor } from '@titular/face-engine';
import { sql } from 'kysely';
import type { ReferenceId, TemplateId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectRef } from '../../kernel/database/subject-ref.ts';
import type { TenantKey } from '../../tenants/index.ts';

/** An enrolled face of an identity, still sealed. */
export type SealedTemplate = {
  templateId: TemplateId;
  engineVersion: string;
  sealedDescriptor: Buffer;
  place: number;
  createdAt: Date;
  /** The transaction or process whose capture it was made of, or the reference. */
  madeOf: string;
  /** Whether it is of a photograph that an operator brought. */
  isOfReference: boolean;
  /** The reference that it rests on; undefined where a first capture alone says whose it is. */
  provenBy: ReferenceId | undefined;
};

/** Opens a face; what was opened on the way is overwritten. */
export function openDescriptor(
  key: TenantKey,
  templateId: TemplateId,
  sealedDescriptor: Buffer,
): Float32Array {
  const packed = key.unseal('face_templates', templateId, 'sealed_descriptor', sealedDescriptor);
  const descriptor = unpackDescriptor(packed);
  packed.fill(0);
  return descriptor;
}

/** The faces enrolled for the identity, of every engine version, the oldest first. */
export async function listTemplates(
  db: Db,
  tenantId: TenantId,
  identityHash: Buffer,
): Promise<SealedTemplate[]> {
  const rows = await db
    .selectFrom('face_templates')
    .select(['template_id', 'engine_version', 'sealed_descriptor', 'place', 'created_at'])
    .select(['subject_kind', 'subject_id', 'proven_by'])
    .where('tenant_id', '=', tenantId)
    .where('identity_hash', '=', identityHash)
    .orderBy('created_at')
    .orderBy('template_id')
    .execute();
  return rows.map((row) => ({
    templateId: row.template_id,
    engineVersion: row.engine_version,
    sealedDescriptor: row.sealed_descriptor,
    place: row.place,
    createdAt: row.created_at,
    madeOf: row.subject_id,
    isOfReference: row.subject_kind === 'reference',
    provenBy: row.proven_by ?? undefined,
  }));
}

/** A face to enrol; an identity has each place, from 1 to 5, once for an engine version. */
export type NewTemplate = {
  templateId: TemplateId;
  engineVersion: string;
  descriptor: Float32Array;
  identityKey: string;
  identityHash: Buffer;
  place: number;
  subject: SubjectRef | { kind: 'reference'; id: ReferenceId };
  /** The reference that says whose face it is; undefined where nothing but this capture does. */
  provenBy?: ReferenceId | undefined;
  at: Date;
};

/** Enrols a face, sealed; false when a capture that was decided at the same time took the place first. */
export async function insertTemplate(
  db: Db,
  tenantId: TenantId,
  key: TenantKey,
  template: NewTemplate,
): Promise<boolean> {
  const result = await db
    .insertInto('face_templates')
    .values({
      tenant_id: tenantId,
      template_id: template.templateId,
      identity_key: template.identityKey,
      identity_hash: template.identityHash,
      engine_version: template.engineVersion,
      sealed_descriptor: key.seal(
        'face_templates',
        template.templateId,
        'sealed_descriptor',
        packDescriptor(template.descriptor),
      ),
      place: template.place,
      subject_kind: template.subject.kind,
      subject_id: template.subject.id,
      proven_by: template.provenBy ?? null,
      created_at: template.at,
      last_matched_at: null,
      erase_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** The keyed hash of the identity that has this face; undefined where there is no such face. */
export async function findTemplateOwner(
  db: Db,
  tenantId: TenantId,
  templateId: TemplateId,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('face_templates')
    .select('identity_hash')
    .where('tenant_id', '=', tenantId)
    .where('template_id', '=', templateId)
    .executeTakeFirst();
  return row?.identity_hash;
}

/** Deletes the faces enrolled for the identity, up to an instant where one is given, and its reference once none rests on it; answers how many faces went. */
export async function deleteTemplates(
  db: Db,
  tenantId: TenantId,
  identityHash: Buffer,
  until?: Date,
): Promise<number> {
  const result = await db
    .deleteFrom('face_templates')
    .where('tenant_id', '=', tenantId)
    .where('identity_hash', '=', identityHash)
    .$if(until !== undefined, (query) => query.where('created_at', '<=', until as Date))
    .executeTakeFirst();
  // A reference without a face is found as well: two that delete one face each may leave one.
  await sql`
    DELETE FROM face_references r WHERE r.tenant_id = ${tenantId} AND r.identity_hash = ${identityHash}
      AND NOT EXISTS (SELECT FROM face_templates f WHERE f.tenant_id = r.tenant_id
        AND f.identity_hash = r.identity_hash AND f.proven_by = r.reference_id)`.execute(db);
  return Number(result.numDeletedRows);
}

/** Deletes the faces that captures of these transactions or processes enrolled; each is found by the identity that its subject has, or that was stated in it. */
export async function deleteTemplatesOfSubjects(
  db: Db,
  tenantId: TenantId,
  subjectIds: readonly SubjectRef['id'][],
): Promise<void> {
  const ids = sql`ANY (${[...subjectIds]}::uuid[])`;
  await sql`
    DELETE FROM face_templates f WHERE f.tenant_id = ${tenantId} AND f.subject_id = ${ids}
      AND f.identity_hash = ANY (ARRAY(
        SELECT identity_hash FROM transactions WHERE tenant_id = ${tenantId} AND transaction_id = ${ids}
        UNION SELECT stated_identity_hash FROM transactions WHERE tenant_id = ${tenantId} AND transaction_id = ${ids}
        UNION SELECT identity_hash FROM processes WHERE tenant_id = ${tenantId} AND process_id = ${ids}))`.execute(
    db,
  );
}

/** When the faces enrolled for the identity go because the person asked for it; undefined where nobody did. */
export async function findFaceErasure(
  db: Db,
  tenantId: TenantId,
  identityHash: Buffer,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('face_templates')
    .select(({ fn }) => fn.min('erase_at').as('erase_at'))
    .where('tenant_id', '=', tenantId)
    .where('identity_hash', '=', identityHash)
    .executeTakeFirst();
  return row?.erase_at ?? undefined;
}

/** Lets the faces enrolled for the identity go at an instant, or sooner where they already go sooner; answers how many. */
export async function setFaceErasure(
  db: Db,
  tenantId: TenantId,
  identityHash: Buffer,
  until: Date,
): Promise<number> {
  const result = await sql`
    UPDATE face_templates SET erase_at = least(erase_at, ${until}::timestamptz)
    WHERE tenant_id = ${tenantId} AND identity_hash = ${identityHash}`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** Deletes up to `limit` faces, of all tenants, whose time came because their person asked for it; answers how many. */
export async function deleteWithdrawnTemplates(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    DELETE FROM face_templates WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM face_templates WHERE erase_at <= ${before} ORDER BY erase_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED))`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** Deletes the faces with these ids, which newer ones take the place of. */
export async function deleteReplacedTemplates(
  db: Db,
  tenantId: TenantId,
  templateIds: readonly TemplateId[],
): Promise<void> {
  await db
    .deleteFrom('face_templates')
    .where('tenant_id', '=', tenantId)
    .where('template_id', 'in', templateIds)
    .execute();
}

/** Notes that the face enrolled for the identity matched. */
export async function noteMatch(db: Db, tenantId: TenantId, templateId: TemplateId, at: Date): Promise<void> {
  await db
    .updateTable('face_templates')
    .set({ last_matched_at: at })
    .where('tenant_id', '=', tenantId)
    .where('template_id', '=', templateId)
    .execute();
}

/** The tenants that have faces whose time to be kept has passed, with that time in days. */
export async function listWithOutlivedTemplates(
  db: Db,
  now: Date,
): Promise<{ tenantId: TenantId; templateDays: number }[]> {
  const { rows } = await sql<{ tenant_id: TenantId; template_retention_days: number }>`
    SELECT t.tenant_id, t.template_retention_days FROM tenants t
    WHERE EXISTS (
      SELECT FROM face_templates f
      WHERE f.tenant_id = t.tenant_id
        AND coalesce(f.last_matched_at, f.created_at) < ${now}::timestamptz - make_interval(days => t.template_retention_days))
    ORDER BY t.tenant_id`.execute(db);
  return rows.map((row) => ({ tenantId: row.tenant_id, templateDays: row.template_retention_days }));
}

/** Deletes up to `limit` faces of the tenant that matched last, or were enrolled, before `before`; answers how many. */
export async function deleteOutlivedTemplates(
  db: Db,
  tenantId: TenantId,
  before: Date,
  limit: number,
): Promise<number> {
  const result = await sql`
    DELETE FROM face_templates WHERE tenant_id = ${tenantId} AND template_id IN (
      SELECT template_id FROM face_templates
      WHERE tenant_id = ${tenantId} AND coalesce(last_matched_at, created_at) < ${before}
      ORDER BY coalesce(last_matched_at, created_at) LIMIT ${limit}
    )`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

const lock = async (db: Db, name: string): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
};

/** Makes other captures of the identity wait until this database transaction ends, so that each decides by what the one before left. Taken before `lockGallery`. */
export const lockIdentity = (db: Db, tenantId: TenantId, identityHash: Buffer): Promise<void> =>
  lock(db, `faces/${tenantId}/${identityHash.toString('hex')}`);

/** Makes other captures that may enrol a face of this kind wait until this database transaction ends, so that no face is enrolled twice unseen, and none beyond the limit. */
export const lockGallery = (db: Db, tenantId: TenantId, identityKey: string): Promise<void> =>
  lock(db, `faces/${tenantId}/${identityKey}`);

/** Takes both locks by one statement, in their order; with `isFlushedLater` the commit does not wait until it is flushed. */
export async function lockToEnrol(
  db: Db,
  tenantId: TenantId,
  identity: { key: string; hash: Buffer },
  isFlushedLater: boolean,
): Promise<void> {
  const [first, then] = [identity.hash.toString('hex'), identity.key].map(
    (name) => `faces/${tenantId}/${name}`,
  );
  await sql`
    SELECT set_config('synchronous_commit', CASE WHEN ${isFlushedLater}::boolean THEN 'off' ELSE
        current_setting('synchronous_commit') END, true),
      pg_advisory_xact_lock(hashtextextended(${first}, 0)), pg_advisory_xact_lock(hashtextextended(${then}, 0))`.execute(
    db,
  );
}
