import type { Generated } from 'kysely';
import type { CompanyId, TenantId } from '../../base/id.ts';

/** How far a move has come; the last two phases are of the target alone. */
export type MovePhase = 'copying' | 'closing' | 'frozen' | 'moved' | 'aborting' | 'arriving' | 'arrived';

/** Columns of the tables of tenants and their companies, and of their moves between deployments. */
export interface TenantTables {
  tenants: {
    tenant_id: TenantId;
    name: string;
    active: Generated<boolean>;
    wrapped_data_key: Buffer;
    master_key_id: string;
    rate_per_second: Generated<number>;
    rate_burst: Generated<number>;
    concurrency_limit: Generated<number>;
    template_retention_days: Generated<number>;
    two_person: Generated<'off' | 'on'>;
    operator_entry: Generated<'allowed' | 'refused'>;
    created_at: Generated<Date>;
  };
  companies: {
    tenant_id: TenantId;
    company_id: CompanyId;
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
    brand_introduction_fr: Generated<string | null>;
    logo_sha256: Generated<string | null>;
    ending_checks: string[] | null;
    identity_attempts_per_day: Generated<number>;
    card_attempts_per_day: Generated<number>;
    card_memory_days: Generated<number>;
    card_name: Generated<'ignore' | 'note' | 'require' | 'end'>;
    link_days: Generated<number>;
    identities_per_card: Generated<number>;
    many_identities: Generated<'ignore' | 'note' | 'end'>;
    cards_per_identity: Generated<number>;
    many_cards: Generated<'ignore' | 'note' | 'end'>;
    face_days: Generated<number>;
    identities_per_face: Generated<number>;
    face_many_identities: Generated<'ignore' | 'note' | 'end'>;
    device_days: Generated<number>;
    identities_per_device: Generated<number>;
    device_many_identities: Generated<'ignore' | 'note' | 'end'>;
    person_retention_days: Generated<number>;
    is_shop: Generated<boolean>;
    face_of_another_identity: Generated<'refuse' | 'approve'>;
    webhook_order_number: Generated<'omit' | 'include'>;
    noted_signs: string[] | null;
    distance_challenge: Generated<'never' | 'known' | 'enrol'>;
    movements: Generated<'fixed' | 'by-risk'>;
    templates_per_identity: Generated<number>;
    template_renewal_days: Generated<number>;
    outdated_template: Generated<'refuse' | 'enrol-anew'>;
    link_renewal: Generated<'never' | 'same-browser' | 'unused'>;
    process_reuse: Generated<'many' | 'once'>;
    full_gallery: Generated<'refuse' | 'approve'>;
    card_evidence_card: Generated<'ignore' | 'note' | 'end' | 'require'>;
    card_evidence_name: Generated<'ignore' | 'note' | 'end' | 'require'>;
    card_evidence_holder: Generated<'ignore' | 'note' | 'end' | 'require'>;
    card_evidence_authentication: Generated<'ignore' | 'note' | 'end' | 'require'>;
    link_lifetime_seconds: number | null;
    controller_name: string | null;
    shop_domain: string | null;
    privacy_url: string | null;
    terms_url: string | null;
    support_url: string | null;
    support_email: string | null;
    support_phone: string | null;
    phone_first: Generated<'off' | 'offer' | 'first'>;
    step_feedback: Generated<'off' | 'vibration' | 'sound' | 'both'>;
    created_at: Generated<Date>;
  };
  tenant_moves: {
    tenant_id: TenantId;
    side: 'source' | 'target';
    move_id: string;
    phase: MovePhase;
    mark: Generated<string>;
    closes_at: Date | null;
    peer: string;
    begun_at: Generated<Date>;
  };
  company_logos: {
    tenant_id: TenantId;
    company_id: CompanyId;
    sha256: string;
    picture: Buffer;
    created_at: Generated<Date>;
  };
}
