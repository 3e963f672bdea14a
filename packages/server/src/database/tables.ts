import type { Generated } from 'kysely';

/** Columns of each table as `pg` hands them over; snake_case stays inside the stores. */
export interface Tables {
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
    ending_checks: string[] | null;
    identity_attempts_per_day: Generated<number>;
    card_attempts_per_day: Generated<number>;
    card_memory_days: Generated<number>;
    face_of_another_identity: Generated<'refuse' | 'approve'>;
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
    sealed_answer: Buffer | null;
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
    stated_identity_key: string | null;
    stated_identity_hash: Buffer | null;
    sealed_stated_identity: Buffer | null;
    decision: unknown;
    created_at: Date;
    expires_at: Date;
    finished_at: Date | null;
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
  };
  capture_attempts: {
    tenant_id: string;
    attempt_id: string;
    session_id: string;
    transaction_id: string;
    number: number;
    poses: string[];
    step: Generated<number>;
    frames_seen: Generated<number>;
    last_answer: unknown;
    outcome: string | null;
    started_at: Date;
    step_started_at: Date;
    finished_at: Date | null;
  };
  capture_frames: {
    tenant_id: string;
    attempt_id: string;
    step: number;
    position: number;
    pose: string;
    image_digest: Buffer;
    sealed_image: Buffer;
    sealed_measure: Buffer;
    received_at: Date;
  };
  face_templates: {
    tenant_id: string;
    template_id: string;
    identity_key: string;
    identity_hash: Buffer;
    engine_version: string;
    sealed_descriptor: Buffer;
    transaction_id: string;
    created_at: Date;
  };
  webhook_endpoints: {
    tenant_id: string;
    endpoint_id: string;
    company_id: string;
    url: string;
    sealed_secret: Buffer;
    statuses: Generated<string[]>;
    maximum_attempts: Generated<number>;
    timeout_ms: Generated<number>;
    loopback_allowed: Generated<boolean>;
    enabled: Generated<boolean>;
    created_at: Generated<Date>;
  };
  events: {
    tenant_id: string;
    event_id: string;
    company_id: string;
    transaction_id: string;
    type: string;
    sequence: number;
    status: string;
    created_at: Date;
  };
  deliveries: {
    tenant_id: string;
    delivery_id: string;
    event_id: string;
    endpoint_id: string;
    state: Generated<'pending' | 'delivered' | 'failed'>;
    attempts: Generated<number>;
    next_attempt_at: Date | null;
    finished_at: Date | null;
  };
  delivery_attempts: {
    tenant_id: string;
    delivery_id: string;
    number: number;
    started_at: Date;
    duration_ms: number;
    response_status: number | null;
    response_excerpt: string | null;
    error: string | null;
  };
  rate_budgets: { tenant_id: string; budget: string; arrival_at: Date };
}
