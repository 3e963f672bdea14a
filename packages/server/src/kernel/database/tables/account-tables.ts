import type { Generated } from 'kysely';
import type { TenantId } from '../../base/id.ts';

/** Columns of the tables of service accounts, what they authenticate with, and the keys that tokens are signed with. */
export interface AccountTables {
  service_accounts: {
    tenant_id: TenantId;
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
    tenant_id: TenantId;
    account: string;
    key_id: string;
    algorithm: 'ES256' | 'EdDSA' | 'PS256' | 'RS256';
    public_jwk: unknown;
    created_at: Generated<Date>;
    retired_at: Date | null;
    last_used_at: Date | null;
  };
  service_account_secrets: {
    tenant_id: TenantId;
    account: string;
    secret_id: string;
    secret_hash: Buffer;
    hint: Generated<string>;
    created_at: Generated<Date>;
    retired_at: Date | null;
    last_used_at: Date | null;
  };
  revoked_tokens: { tenant_id: TenantId; token_id: string; expires_at: Date };
  failed_authentications: { key: Buffer; whole_at: Date };
  used_assertions: { tenant_id: TenantId; assertion_hash: Buffer; expires_at: Date };
  signing_keys: {
    key_id: string;
    purpose: 'access-token' | 'sdk-token' | 'receipt';
    public_jwk: unknown;
    sealed_private_jwk: Buffer;
    master_key_id: string;
    created_at: Generated<Date>;
    retired_at: Date | null;
  };
}
