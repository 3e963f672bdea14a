import type { Tables } from '../../kernel/database/tables/tables.ts';

/**
 * How the rows of a tenant go over: replicated while it is served, carried over within the switch, brought after it, or not at all.
 * `dropped` rows are deleted at the source and begin anew at the target. A `deployment` table has no rows of one tenant, or keeps them.
 */
export type Way = 'replicated' | 'switch' | 'after' | 'dropped' | 'deployment';

/** What the fence does to writes of others: refuses them, leaves them out, or leaves new rows out from the announcement on. */
export type FenceMode = 'refuse' | 'skip' | 'pause';

/** The way of one table; `without` names columns that the target fills in itself. */
export type TableWay = { way: Way; fence?: FenceMode; without?: readonly string[] };

const replicated: TableWay = { way: 'replicated', fence: 'refuse' };
const deployment: TableWay = { way: 'deployment' };

/** Every table, those that refer to others before them: rows are deleted in this order. */
export const TABLE_WAYS: Readonly<Record<keyof Tables, TableWay>> = {
  // Unlogged, and losable: who sends what, and what is left of a budget.
  delivery_claims: { way: 'dropped', fence: 'pause' },
  rate_budgets: { way: 'dropped', fence: 'skip' },
  // Calls are recorded up to 200 ms after their answers; a batch that names other tenants as well must not fail.
  api_calls: { way: 'replicated', fence: 'skip' },
  capture_frames: replicated,
  // Keyed by the deployment, so each is keyed anew.
  face_prints: { way: 'after', fence: 'refuse' },
  frame_prints: replicated,
  capture_attempts: replicated,
  capture_signs: replicated,
  capture_sessions: replicated,
  capture_links: replicated,
  page_event_counts: replicated,
  // Its key names no tenant, and it is small: an object is listed for as long as it takes to be stored or deleted.
  object_dues: { way: 'switch', fence: 'refuse' },
  // Transaction ids of another cluster mean nothing.
  delivery_attempts: { ...replicated, without: ['kept_in'] },
  deliveries: replicated,
  events: replicated,
  webhook_endpoints: replicated,
  idempotency_keys: replicated,
  subject_traces: replicated,
  sandbox_runs: replicated,
  sandbox_refused_calls: replicated,
  platform_events: replicated,
  process_history: replicated,
  transaction_history: replicated,
  capture_dues: replicated,
  transactions: replicated,
  processes: replicated,
  // Their triggers count enrolled faces, and write the two tables after them.
  face_templates: replicated,
  face_changes: replicated,
  face_galleries: replicated,
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
  user_memberships: { way: 'dropped', fence: 'refuse' },
  user_invitations: { way: 'dropped', fence: 'refuse' },
  // Its data key is wrapped anew.
  tenants: { way: 'switch', fence: 'refuse' },
  // Nobody deletes from it. The target gets copies, which have a place in its own chain.
  audit_log: deployment,
  // The row of the source stays, so that calls are told that the tenant has moved.
  tenant_moves: deployment,
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
  signing_keys: deployment,
  sweeps: deployment,
  user_authenticators: deployment,
  user_recovery_codes: deployment,
  user_sessions: deployment,
  users: deployment,
  wake_outbox: deployment,
};

/** Names of the tables that go one way. */
export const tablesOf = (...ways: readonly Way[]): string[] =>
  Object.entries(TABLE_WAYS).flatMap(([table, { way }]) => (ways.includes(way) ? [table] : []));

/** The tables whose rows leave the source, in the order in which they are deleted. */
export const clearedTables: readonly string[] = tablesOf('replicated', 'switch', 'after', 'dropped');

/** The tables that a fence guards, each with what it does. */
export const fencedTables: readonly (readonly [string, FenceMode])[] = Object.entries(TABLE_WAYS).flatMap(
  ([table, { fence }]) => (fence ? [[table, fence] as const] : []),
);
