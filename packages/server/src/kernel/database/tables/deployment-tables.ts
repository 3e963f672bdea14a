import type { CardBrand, CardKind } from '@titular/contract';
import type { Generated } from 'kysely';

/** The tables of the deployment itself: what it is bound to, its keys, the processes that run on it, and what these hand over and sweep. */
export interface DeploymentTables {
  card_bins: {
    first_bin: number;
    last_bin: number;
    brand: CardBrand;
    kind: CardKind | null;
  };
  deployment: {
    only_row: Generated<boolean>;
    environment: 'test' | 'production';
    master_key_id: string;
    master_key_check: Buffer;
    created_at: Generated<Date>;
    prepared_master_key_id: string | null;
    lowest_known_schema: Generated<number>;
    ledger_id: string | null;
  };
  deployment_keys: {
    purpose: 'face-prints' | 'page-assets' | 'users' | 'failures';
    wrapped_key: Buffer;
    master_key_id: string;
    created_at: Generated<Date>;
  };
  page_assets: {
    name: string;
    sealed_body: Buffer;
    carried_at: Date;
  };
  nodes: {
    node_id: string;
    name: string;
    version: string;
    engine_version: string | null;
    master_key_ids: string[];
    skew_seconds: Generated<number>;
    answers_calls: Generated<boolean>;
    finds_pairs: Generated<boolean>;
    ends_exports: Generated<boolean>;
    erases_notes: Generated<boolean>;
    causes: Generated<string[]>;
    settings: Generated<Record<string, string>>;
    started_at: Generated<Date>;
    seen_at: Generated<Date>;
    other_engine_version: string | null;
    work_names: Generated<string[]>;
    lag_ms: number | null;
    beat: Generated<number>;
  };
  job_outbox: {
    row_id: Generated<string>;
    task: string;
    payload: unknown;
    queue_name: string | null;
    run_at: Date | null;
    max_attempts: number;
    job_key: string | null;
    added_at: Generated<Date>;
  };
  wake_outbox: { row_id: Generated<string>; channel: string; payload: string };
  sweeps: { name: string; swept_at: Date };
}
