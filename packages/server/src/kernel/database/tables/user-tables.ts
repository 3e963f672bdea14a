import type { ExportKind, ExportState, PortalRole, ProviderPurpose, TenantRole } from '@titular/contract';
import type { Generated } from 'kysely';
import type { CompanyId, TenantId } from '../../base/id.ts';

/** Columns of the tables of people who sign in to the portal, of what they sign in with, and of the files they export. */
export interface UserTables {
  users: {
    user_id: string;
    name: string;
    name_key: string;
    is_operator: Generated<boolean>;
    active: Generated<boolean>;
    created_at: Date;
    last_sign_in_at: Date | null;
  };
  user_authenticators: {
    authenticator_id: string;
    user_id: string;
    kind: 'passkey' | 'password';
    label: string;
    credential_id: Buffer | null;
    public_key: Buffer | null;
    sign_count: Generated<string>;
    transports: Generated<string[]>;
    sealed_password: Buffer | null;
    sealed_totp_seed: Buffer | null;
    totp_step: Generated<string>;
    off_at: Date | null;
    created_at: Date;
    last_used_at: Date | null;
  };
  user_recovery_codes: { code_id: string; user_id: string; code_hash: string };
  user_sessions: {
    session_id: string;
    user_id: string;
    secret_hash: Buffer;
    browser: string;
    must_enrol: Generated<boolean>;
    created_at: Date;
    last_seen_at: Date;
    authenticated_at: Date;
    expires_at: Date;
  };
  two_person_acts: {
    tenant_id: TenantId;
    act_id: string;
    proposed_by: string;
    proposed_at: Date;
    expires_at: Date;
    about: string;
    act: unknown;
  };
  user_memberships: {
    user_id: string;
    tenant_id: TenantId;
    role: TenantRole;
    companies: CompanyId[] | null;
    active: Generated<boolean>;
    created_at: Date;
  };
  user_invitations: {
    invitation_id: string;
    code_hash: Buffer;
    kind: 'operator' | 'member' | 'reset';
    user_id: string | null;
    name: string | null;
    tenant_id: TenantId | null;
    role: PortalRole;
    first_admin: Generated<boolean>;
    made_by: string | null;
    companies: CompanyId[] | null;
    created_at: Date;
    expires_at: Date;
  };
  operator_stays: {
    stay_id: string;
    tenant_id: TenantId;
    user_id: string;
    session_id: string | null;
    reason: string;
    entered_at: Date;
    expires_at: Date;
    ended_at: Date | null;
    views: Generated<number>;
  };
  login_failures: { name_hash: Buffer; failures: number; held_until: Date; last_at: Date };
  portal_ceremonies: {
    holder_hash: Buffer;
    purpose: 'sign-in' | 'again' | 'passkey' | 'totp';
    challenge: Buffer | null;
    sealed_totp_seed: Buffer | null;
    user_id: string;
    expires_at: Date;
  };
  user_provider_links: {
    link_id: string;
    user_id: string;
    issuer: string;
    subject: string;
    created_at: Date;
    last_used_at: Date | null;
  };
  provider_visits: {
    state_hash: Buffer;
    holder_hash: Buffer;
    purpose: ProviderPurpose;
    sealed_visit: Buffer;
    started_at: Date;
    expires_at: Date;
  };
  exports: {
    tenant_id: TenantId;
    export_id: string;
    user_id: string;
    kind: ExportKind;
    state: ExportState;
    companies: readonly CompanyId[] | null;
    is_own: boolean;
    with_persons: boolean;
    sealed_filter: Buffer;
    first_id: string;
    reached_id: string;
    row_count: Generated<number>;
    part_count: Generated<number>;
    is_whole: Generated<boolean>;
    byte_count: Generated<number>;
    next_part: Generated<number>;
    failure_count: Generated<number>;
    created_at: Date;
    finished_at: Date | null;
    expires_at: Date;
  };
  export_parts: {
    tenant_id: TenantId;
    export_id: string;
    part: number;
    sealed_lines: Buffer;
  };
}
