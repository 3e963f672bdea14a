import type { LinkPurpose } from '@titular/contract';
import type { Generated } from 'kysely';
import type { ProcessTables } from './process-tables.ts';
import type { WebhookTables } from './webhook-tables.ts';

/** Columns of each table as `pg` hands them over; snake_case stays inside the stores. */
export interface Tables extends WebhookTables, ProcessTables {
  deployment: {
    only_row: Generated<boolean>;
    environment: 'test' | 'production';
    master_key_id: string;
    master_key_check: Buffer;
    created_at: Generated<Date>;
  };
  tenants: {
    tenant_id: string;
    name: string;
    active: Generated<boolean>;
    wrapped_data_key: Buffer;
    master_key_id: string;
    rate_per_second: Generated<number>;
    rate_burst: Generated<number>;
    concurrency_limit: Generated<number>;
    template_retention_days: Generated<number>;
    created_at: Generated<Date>;
  };
  companies: {
    tenant_id: string;
    company_id: string;
    name: string;
    active: Generated<boolean>;
    module: Generated<'post' | 'pre' | 'super-pre'>;
    template_policy: Generated<'enrol' | 'require-reference'>;
    transaction_expiry_seconds: Generated<number>;
    maximum_value: string | null;
    redirect_hosts: Generated<string[]>;
    app_schemes: Generated<string[]>;
    web_origins: Generated<string[]>;
    replica_policy: Generated<'refuse' | 'reuse'>;
    match_threshold: number | null;
    capture_retention_days: Generated<number>;
    brand_name: string | null;
    brand_colour: string | null;
    brand_introduction_pt: Generated<string | null>;
    brand_introduction_en: Generated<string | null>;
    brand_introduction_es: Generated<string | null>;
    logo_sha256: Generated<string | null>;
    ending_checks: string[] | null;
    identity_attempts_per_day: Generated<number>;
    card_attempts_per_day: Generated<number>;
    card_memory_days: Generated<number>;
    person_retention_days: Generated<number>;
    face_of_another_identity: Generated<'refuse' | 'approve'>;
    webhook_order_number: Generated<'omit' | 'include'>;
    noted_signs: string[] | null;
    distance_challenge: Generated<'never' | 'known' | 'enrol'>;
    templates_per_identity: Generated<number>;
    template_renewal_days: Generated<number>;
    outdated_template: Generated<'refuse' | 'enrol-anew'>;
    link_renewal: Generated<'never' | 'same-browser' | 'unused'>;
    process_reuse: Generated<'many' | 'once'>;
    created_at: Generated<Date>;
  };
  company_logos: {
    tenant_id: string;
    company_id: string;
    sha256: string;
    picture: Buffer;
    created_at: Generated<Date>;
  };
  service_accounts: {
    tenant_id: string;
    account: string;
    client_id: string;
    scopes: string[];
    active: Generated<boolean>;
    assertion_lifetime_seconds: Generated<number>;
    allowed_addresses: Generated<string[]>;
    allowed_times: Generated<string[]>;
    created_at: Generated<Date>;
  };
  service_account_keys: {
    tenant_id: string;
    account: string;
    key_id: string;
    algorithm: 'ES256' | 'EdDSA' | 'PS256' | 'RS256';
    public_jwk: unknown;
    created_at: Generated<Date>;
    retired_at: Date | null;
    last_used_at: Date | null;
  };
  service_account_secrets: {
    tenant_id: string;
    account: string;
    secret_id: string;
    secret_hash: Buffer;
    hint: Generated<string>;
    created_at: Generated<Date>;
    retired_at: Date | null;
    last_used_at: Date | null;
  };
  idempotency_keys: {
    tenant_id: string;
    key_hash: Buffer;
    request_hash: Buffer;
    meaning_hash: Buffer | null;
    sealed_answer: Buffer | null;
    subject_id: string | null;
    expires_at: Date;
  };
  revoked_tokens: { tenant_id: string; token_id: string; expires_at: Date };
  audit_log: {
    entry_id: string;
    tenant_id: string | null;
    at: Date;
    actor: string;
    action: string;
    subject: string;
    before: unknown;
    after: unknown;
  };
  audit_chain: { position: string; entry_id: string; previous_hash: Buffer; hash: Buffer };
  used_assertions: { tenant_id: string; assertion_hash: Buffer; expires_at: Date };
  signing_keys: {
    key_id: string;
    purpose: 'access-token' | 'sdk-token' | 'receipt';
    public_jwk: unknown;
    sealed_private_jwk: Buffer;
    master_key_id: string;
    created_at: Generated<Date>;
    retired_at: Date | null;
  };
  deployment_keys: {
    purpose: 'face-prints';
    wrapped_key: Buffer;
    master_key_id: string;
    created_at: Generated<Date>;
  };
  transactions: {
    tenant_id: string;
    transaction_id: string;
    company_id: string;
    status: string;
    version: Generated<number>;
    module: string;
    order_number: string;
    identity_key: string;
    identity_hash: Buffer;
    sealed_identity: Buffer;
    card_hash: Buffer;
    sealed_card: Buffer;
    replica_hash: Buffer;
    value: string | null;
    redirect_url: string | null;
    has_identity_changed: boolean | null;
    erased_at: Date | null;
    retry_until: Date | null;
    sealed_redirect_url: Buffer | null;
    reference_process_id: string | null;
    stated_identity_key: string | null;
    stated_identity_hash: Buffer | null;
    sealed_stated_identity: Buffer | null;
    decision: unknown;
    created_at: Date;
    expires_at: Date;
    finished_at: Date | null;
  };
  erasures: {
    tenant_id: string;
    erasure_id: string;
    at: Date;
    reference: string | null;
    counts: unknown;
    receipt: string;
  };
  api_calls: {
    tenant_id: string;
    call_id: string;
    at: Date;
    account: string;
    operation: string;
    method: string;
    path: string;
    status: number;
    code: string | null;
    duration_ms: number;
    source_address: string;
    transaction_id: string | null;
    process_id: string | null;
    order_hash: Buffer | null;
    request: unknown;
    repeated: Generated<number>;
  };
  transaction_history: {
    tenant_id: string;
    transaction_id: string;
    version: number;
    event: string;
    from_status: string | null;
    to_status: string;
    actor: string;
    reasons: Generated<string[]>;
    at: Date;
  };
  capture_links: {
    tenant_id: string;
    code_hash: Buffer;
    transaction_id: string;
    expires_at: Date;
    used_at: Date | null;
    purpose: Generated<LinkPurpose>;
    embedder: string | null;
    page_load_hash: Buffer | null;
    made_by: string | null;
    opened_by: string | null;
    ended_at: Date | null;
    created_at: Generated<Date>;
  };
  capture_sessions: {
    tenant_id: string;
    session_id: string;
    transaction_id: string;
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
  };
  page_event_counts: {
    tenant_id: string;
    company_id: string;
    day: string;
    event: string;
    browser: string;
    /** Bigint, as text. */
    seen: string;
  };
  capture_attempts: {
    tenant_id: string;
    attempt_id: string;
    session_id: string;
    transaction_id: string;
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
    consent_version: string | null;
    consent_language: string | null;
    consented_at: Date | null;
    observations: Generated<unknown>;
    started_at: Date;
    step_started_at: Date;
    finished_at: Date | null;
  };
  capture_signs: {
    tenant_id: string;
    transaction_id: string;
    attempt_number: number;
    sign: string;
    seen: number;
    first_at: Date;
    last_at: Date;
  };
  frame_prints: {
    tenant_id: string;
    attempt_id: string;
    step: number;
    transaction_id: string;
    parts: string[];
    sealed_print: Buffer;
    kept_at: Date;
  };
  face_prints: {
    tenant_id: string;
    attempt_id: string;
    step: number;
    parts: string[];
    sealed_print: Buffer;
  };
  capture_frames: {
    tenant_id: string;
    attempt_id: string;
    step: number;
    position: number;
    pose: string;
    engine_version: Generated<string>;
    image_digest: Buffer;
    sealed_image: Buffer;
    sealed_measure: Buffer;
    sealed_surroundings: Buffer | null;
    sealed_chip: Buffer | null;
    received_at: Date;
  };
  legal_holds: {
    tenant_id: string;
    transaction_id: string;
    subject_id: string;
    held_at: Date;
    reference: string;
  };
  face_disputes: {
    tenant_id: string;
    identity_hash: Buffer;
    dispute_id: string;
    disputed_at: Date;
  };
  face_templates: {
    tenant_id: string;
    template_id: string;
    identity_key: string | null;
    identity_hash: Buffer;
    engine_version: string;
    sealed_descriptor: Buffer;
    transaction_id: string;
    place: Generated<number>;
    last_matched_at: Date | null;
    created_at: Date;
  };
  face_galleries: {
    tenant_id: string;
    identity_key: string;
    engine_version: string;
    /** bigint arrives as text. */
    changes: string;
    faces: number;
  };
  face_changes: {
    tenant_id: string;
    identity_key: string;
    engine_version: string;
    change: string;
    template_id: string;
    at: Generated<Date>;
  };
  sandbox_runs: {
    tenant_id: string;
    transaction_id: string;
    scenario: string;
    next_step: Generated<number>;
    started_at: Date;
    due_at: Date | null;
  };
  sandbox_refused_calls: { tenant_id: string; fingerprint: Buffer; refused_at: Date };
  rate_budgets: { tenant_id: string; budget: string; arrival_at: Date };
}
