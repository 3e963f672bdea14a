import type { Generated } from 'kysely';
import type { ReferenceId, TemplateId, TenantId } from '../../base/id.ts';
import type { SubjectId, SubjectKind } from '../subject-ref.ts';

/** Columns of the tables of enrolled faces. */
export interface FaceTables {
  face_templates: {
    tenant_id: TenantId;
    template_id: TemplateId;
    identity_key: string | null;
    identity_hash: Buffer;
    engine_version: string;
    sealed_descriptor: Buffer;
    subject_kind: SubjectKind | 'reference';
    subject_id: SubjectId | ReferenceId;
    place: Generated<number>;
    last_matched_at: Date | null;
    created_at: Date;
    erase_at: Date | null;
    proven_by: ReferenceId | null;
  };
  face_references: {
    tenant_id: TenantId;
    reference_id: ReferenceId;
    identity_key: string;
    identity_hash: Buffer;
    content_hash: Buffer;
    sealed_provenance: Buffer;
    photographs: number;
    duplicate_allowed: boolean;
    capture_confirmed: boolean;
    created_at: Date;
  };
  reference_photographs: {
    tenant_id: TenantId;
    reference_id: ReferenceId;
    position: number;
    sealed_image: Buffer;
    kept_at: Date;
  };
  face_galleries: {
    tenant_id: TenantId;
    identity_key: string;
    engine_version: string;
    /** bigint arrives as text. */
    changes: string;
    faces: number;
  };
  face_changes: {
    tenant_id: TenantId;
    identity_key: string;
    engine_version: string;
    change: string;
    template_id: TemplateId;
    at: Generated<Date>;
  };
  engine_progress: {
    engine_version: string;
    /** bigint arrives as text. */
    identities: string;
    left_behind: string;
    counted_at: Date;
  };
}
