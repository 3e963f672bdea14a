import type { Generated } from 'kysely';
import type {
  CompanyId,
  DeliveryId,
  EndpointId,
  EventId,
  ProcessId,
  TenantId,
  TransactionId,
} from '../../base/id.ts';
import type { SubjectId } from '../subject-ref.ts';

/** Columns of the tables of endpoints, of who runs their receivers, and of events and their deliveries. */
export interface WebhookTables {
  receiver_accesses: {
    tenant_id: TenantId;
    access_id: string;
    endpoint_id: EndpointId;
    made_by: string;
    created_at: Date;
    code_hash: Buffer | null;
    secret_hash: Buffer | null;
    browser: string | null;
    opened_at: Date | null;
    last_used_at: Date | null;
    expires_at: Date;
  };
  webhook_endpoints: {
    tenant_id: TenantId;
    endpoint_id: EndpointId;
    company_id: CompanyId;
    url: string;
    sealed_secret: Buffer;
    statuses: Generated<string[]>;
    maximum_attempts: Generated<number>;
    timeout_ms: Generated<number>;
    loopback_allowed: Generated<boolean>;
    enabled: Generated<boolean>;
    created_at: Generated<Date>;
    description: string | null;
    event_types: Generated<string[]>;
    authentication: Generated<'none' | 'basic' | 'api-key' | 'oauth2'>;
    sealed_authentication: Buffer | null;
    sealed_previous_secret: Buffer | null;
    previous_secret_ends_at: Date | null;
    interval_seconds: number | null;
    maximum_at_once: Generated<number>;
    disabled_reason: 'asked' | 'gone' | 'failing' | null;
    disabled_at: Date | null;
    failing_since: Date | null;
    failures: Generated<number>;
    rests_until: Date | null;
    deleted_at: Date | null;
  };
  events: {
    tenant_id: TenantId;
    event_id: EventId;
    company_id: CompanyId;
    transaction_id: TransactionId | null;
    type: string;
    sequence: number | null;
    status: string | null;
    created_at: Date;
    subject_id: SubjectId | EndpointId | null;
    detail: string | null;
    order_number: string | null;
    position: Generated<string>;
  };
  deliveries: {
    tenant_id: TenantId;
    delivery_id: DeliveryId;
    event_id: EventId;
    endpoint_id: EndpointId;
    state: Generated<'pending' | 'delivered' | 'failed'>;
    attempts: Generated<number>;
    next_attempt_at: Date | null;
    finished_at: Date | null;
    schedule_from: Generated<number>;
    skipped: Generated<boolean>;
    reopened: Generated<number>;
  };
  delivery_claims: {
    tenant_id: TenantId;
    endpoint_id: EndpointId;
    delivery_id: DeliveryId;
    process_id: ProcessId;
    expires_at: Date;
  };
  delivery_attempts: {
    tenant_id: TenantId;
    delivery_id: DeliveryId;
    number: number;
    started_at: Date;
    duration_ms: number;
    response_status: number | null;
    response_excerpt: string | null;
    error: string | null;
    kept_in: Generated<string | null>;
  };
}
