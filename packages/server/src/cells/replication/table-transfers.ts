import type { Tables } from '../../kernel/database/tables/tables.ts';

/**
 * How the rows of a tenant go over: replicated while it is served, carried over within the switch, brought after it, or not at all.
 * `dropped` rows are deleted at the source and begin anew at the target. A `deployment` table has no rows of one tenant, or keeps them.
 */
export type Transfer = 'replicated' | 'switch' | 'after' | 'dropped' | 'deployment';

/** What the fence does to writes of others: refuses them, leaves them out, or leaves new rows out from the announcement on. */
export type FenceMode = 'refuse' | 'skip' | 'pause';

/** The transfer of one table; `without` names columns that the target fills in itself. */
export type TableTransfer = { by: Transfer; fence?: FenceMode; without?: readonly string[] };

const replicated: TableTransfer = { by: 'replicated', fence: 'refuse' };
const deployment: TableTransfer = { by: 'deployment' };

/** Every table, those that refer to others before them: rows are deleted in this order. */
export const TABLE_TRANSFERS: Readonly<Record<keyof Tables, TableTransfer>> = {
  // Unlogged, and losable: who sends what, and what is left of a budget.
  delivery_claims: { by: 'dropped', fence: 'pause' },
  rate_budgets: { by: 'dropped', fence: 'skip' },
  // Calls are recorded up to 200 ms after their answers; a batch that names other tenants as well must not fail.
  api_calls: { by: 'replicated', fence: 'skip' },
  // Its key names no tenant, and it is small: an object is listed for as long as it takes to be stored or deleted. Deleted
  // pictures list theirs, which are deleted at once.
  object_dues: { by: 'switch', fence: 'refuse' },
  capture_frames: replicated,
  // Keyed by the deployment, so each is keyed anew.
  face_prints: { by: 'after', fence: 'refuse' },
  frame_prints: replicated,
  capture_attempts: replicated,
  capture_signs: replicated,
  capture_devices: replicated,
  capture_sessions: replicated,
  capture_links: replicated,
  page_event_counts: replicated,
  // Their progress names the place of an event, which goes along.
  figure_progress: replicated,
  transaction_hours: replicated,
  reason_hours: replicated,
  open_hours: replicated,
  // Transaction ids of another cluster mean nothing.
  delivery_attempts: { ...replicated, without: ['kept_in'] },
  deliveries: replicated,
  events: replicated,
  webhook_endpoints: replicated,
  idempotency_keys: replicated,
  subject_traces: replicated,
  sandbox_runs: replicated,
  sandbox_refused_calls: replicated,
  sandbox_fills: replicated,
  receiver_examinations: replicated,
  platform_events: replicated,
  process_history: replicated,
  transaction_history: replicated,
  case_notes: replicated,
  capture_dues: replicated,
  transactions: replicated,
  processes: replicated,
  // Their triggers count enrolled faces, and write the two tables after them.
  face_templates: replicated,
  face_changes: replicated,
  face_galleries: replicated,
  reference_photographs: replicated,
  face_references: replicated,
  face_disputes: replicated,
  legal_holds: replicated,
  erasures: replicated,
  used_assertions: replicated,
  revoked_tokens: replicated,
  service_account_keys: replicated,
  service_account_secrets: replicated,
  service_accounts: replicated,
  company_logos: replicated,
  companies: replicated,
  // People sign in to one portal, with passkeys of its host: they are invited anew.
  user_memberships: { by: 'dropped', fence: 'refuse' },
  user_invitations: { by: 'dropped', fence: 'refuse' },
  // Their links name the portal of this deployment: they are made anew.
  receiver_accesses: { by: 'dropped', fence: 'refuse' },
  // Operators of the other deployment are others. Unfenced: a session of theirs ends here, whatever its tenant does meanwhile.
  operator_stays: { by: 'dropped' },
  // Whoever asked for a file is invited anew, under another id, and exports again.
  export_parts: { by: 'dropped', fence: 'refuse' },
  exports: { by: 'dropped', fence: 'refuse' },
  // Whoever proposed is invited anew, under another id, and proposes again.
  erasure_proposals: { by: 'dropped', fence: 'refuse' },
  two_person_acts: { by: 'dropped', fence: 'refuse' },
  // Its data key is wrapped anew.
  tenants: { by: 'switch', fence: 'refuse' },
  // Nobody deletes from it. The target gets copies, which have a place in its own chain.
  card_bins: deployment,
  audit_log: deployment,
  // The row of the source stays, so that calls are told that the tenant has moved.
  tenant_moves: deployment,
  engine_progress: deployment,
  audit_chain: deployment,
  audit_unsealed: deployment,
  capture_due_backfill: deployment,
  deployment,
  deployment_keys: deployment,
  erasure_sweeps: deployment,
  failed_authentications: deployment,
  // Jobs of the tenant are carried over by what they name.
  job_outbox: deployment,
  login_failures: deployment,
  nodes: deployment,
  page_assets: deployment,
  portal_ceremonies: deployment,
  provider_visits: deployment,
  signing_keys: deployment,
  sweeps: deployment,
  user_authenticators: deployment,
  user_provider_links: deployment,
  user_recovery_codes: deployment,
  user_sessions: deployment,
  users: deployment,
  wake_outbox: deployment,
};

/** Names of the tables that go over by these kinds. */
export const tablesOf = (...kinds: readonly Transfer[]): string[] =>
  Object.entries(TABLE_TRANSFERS).flatMap(([table, { by }]) => (kinds.includes(by) ? [table] : []));

/** The tables whose rows leave the source, in the order in which they are deleted. */
export const clearedTables: readonly string[] = tablesOf('replicated', 'switch', 'after', 'dropped');

/** The tables that a fence guards, each with what it does. */
export const fencedTables: readonly (readonly [string, FenceMode])[] = Object.entries(
  TABLE_TRANSFERS,
).flatMap(([table, { fence }]) => (fence ? [[table, fence] as const] : []));
