import type { LinkPurpose } from '@titular/contract';
import type { Generated } from 'kysely';
import type { AttemptId, CompanyId, SessionId, TenantId } from '../../base/id.ts';
import type { SubjectId, SubjectKind } from '../subject-ref.ts';

/** Columns of the tables of captures, from the link to the kept frames. */
export interface CaptureTables {
  capture_links: {
    tenant_id: TenantId;
    code_hash: Buffer;
    subject_kind: SubjectKind;
    subject_id: SubjectId;
    expires_at: Date;
    used_at: Date | null;
    purpose: Generated<LinkPurpose>;
    embedder: string | null;
    page_load_hash: Buffer | null;
    made_by: SessionId | null;
    is_suggested: Generated<boolean>;
    opened_by: SessionId | null;
    ended_at: Date | null;
    requested_at: Date | null;
    requests: Generated<number>;
    created_at: Generated<Date>;
  };
  capture_sessions: {
    tenant_id: TenantId;
    session_id: SessionId;
    subject_kind: SubjectKind;
    subject_id: SubjectId;
    secret_hash: Buffer;
    created_at: Date;
    expires_at: Date;
    consent_version: string | null;
    consent_language: string | null;
    consented_at: Date | null;
    opening: Generated<LinkPurpose>;
    embedder: string | null;
    ended_at: Date | null;
    events_counted: Generated<number>;
    events_told: Generated<number>;
    told_day: Generated<string | null>;
    told_browser: Generated<string | null>;
  };
  page_event_counts: {
    tenant_id: TenantId;
    company_id: CompanyId;
    day: string;
    event: string;
    browser: string;
    /** Bigint, as text. */
    seen: string;
    /** Bigint, as text. */
    sessions: Generated<string>;
  };
  capture_attempts: {
    tenant_id: TenantId;
    attempt_id: AttemptId;
    session_id: SessionId;
    subject_kind: SubjectKind;
    subject_id: SubjectId;
    number: number;
    movement: string | null;
    poses: string[];
    step: Generated<number>;
    frames_seen: Generated<number>;
    last_answer: unknown;
    outcome: string | null;
    unhurried: Generated<boolean>;
    identity_hash: Buffer | null;
    is_stated: Generated<boolean>;
    showed_face: boolean | null;
    challenge_length: string | null;
    challenge_reasons: string[] | null;
    consent_version: string | null;
    consent_language: string | null;
    consented_at: Date | null;
    observations: Generated<unknown>;
    started_at: Date;
    step_started_at: Date;
    finished_at: Date | null;
  };
  capture_devices: {
    tenant_id: TenantId;
    subject_kind: SubjectKind;
    subject_id: SubjectId;
    attempt_id: AttemptId;
    device_hash: Buffer;
    identity_hash: Buffer;
    used_at: Date;
  };
  capture_signs: {
    tenant_id: TenantId;
    subject_kind: SubjectKind;
    subject_id: SubjectId;
    attempt_number: number;
    sign: string;
    seen: number;
    first_at: Date;
    last_at: Date;
  };
  frame_prints: {
    tenant_id: TenantId;
    attempt_id: AttemptId;
    step: number;
    subject_kind: SubjectKind;
    subject_id: SubjectId;
    /** What the release before finds hashes by; empty unless one of its nodes runs. */
    parts: string[];
    /** Null in a row of the release before, until a job fills it in. */
    pairs: Generated<string[] | null>;
    sealed_print: Buffer;
    kept_at: Date;
  };
  face_prints: {
    tenant_id: TenantId;
    attempt_id: AttemptId;
    step: number;
    parts: string[];
    pairs: Generated<string[] | null>;
    sealed_print: Buffer;
  };
  capture_frames: {
    tenant_id: TenantId;
    attempt_id: AttemptId;
    step: number;
    position: number;
    pose: string;
    engine_version: Generated<string>;
    image_digest: Buffer;
    /** Null where it lies in an object store, under `object_name`. */
    sealed_image: Buffer | null;
    object_name: string | null;
    sealed_measure: Buffer;
    sealed_surroundings: Buffer | null;
    sealed_chip: Buffer | null;
    received_at: Date;
    /** The version of `sealed_other_measure`; both null where one engine alone measured the frame. */
    other_engine_version: Generated<string | null>;
    sealed_other_measure: Generated<Buffer | null>;
  };
  object_dues: {
    object_name: string;
    tenant_id: TenantId | null;
    attempt_id: AttemptId | null;
    due_at: Date;
    tried_at: Date | null;
  };
}
