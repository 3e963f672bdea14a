import { insertTemplate } from '@titular/server/faces/gallery/template-store.ts';
import { type CompanyId, newId, type TenantId, type TransactionId } from '@titular/server/kernel/base/id.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { NO_SANDBOX } from '@titular/server/kernel/http/sandbox-port.ts';
import type { StepFillDeps } from '@titular/server/sandbox/fill/step-fill.ts';
import { createSettings, createTenantKeys, type TenantKey } from '@titular/server/tenants/index.ts';
import type { TestService } from '@titular/test-kit';

/** What the job has, on the database of a service; a token of the SDK is none. */
export const depsOf = (
  { service, config, clock }: TestService,
  changes: Partial<StepFillDeps> = {},
): StepFillDeps => {
  const { db } = service.database;
  return {
    ...config,
    ...{ db, clock, log: createLog('silent'), settings: createSettings(db, clock), sandbox: NO_SANDBOX },
    tenantKeys: createTenantKeys(db, service.masterKeys),
    subscriptions: { isNamed: async () => false },
    issueSdkToken: async () => 'none',
    cardEvidence: undefined,
    ...changes,
  };
};

/** Tables that tell of what was done, or of the state of the machine, and not of what a tenant has. */
const APART = ['audit_log', 'audit_unsealed', 'figure_progress', 'rate_budgets', 'tenants'];

/** Every row that a tenant has, by table, as text in one order. */
export async function readRows(
  { service: { database } }: TestService,
  tenantId: TenantId,
): Promise<Record<string, string[]>> {
  const tables = await database.pool.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attname = 'tenant_id' AND NOT a.attisdropped ORDER BY 1`);
  const rows: Record<string, string[]> = {};
  for (const { name } of tables.rows.filter((one) => !APART.includes(one.name))) {
    const found = await database.pool.query<{ row: string }>(
      `SELECT to_json(t)::text AS row FROM ${name} t WHERE tenant_id = $1 ORDER BY 1`,
      [tenantId],
    );
    rows[name] = found.rows.map(({ row }) => row);
  }
  return rows;
}

/** The shops of a tenant's fill. */
export async function shopsOf(
  { service: { database } }: TestService,
  tenantId: TenantId,
): Promise<CompanyId[]> {
  const fill = database.db
    .selectFrom('sandbox_fills')
    .select('company_ids')
    .where('tenant_id', '=', tenantId);
  return (await fill.executeTakeFirst())?.company_ids ?? [];
}

/** Enrols a face behind the back of the service, as a capture of a transaction would. */
export async function enrolFor(
  { service: { database } }: TestService,
  one: { tenantId: TenantId; key: TenantKey; subjectId: TransactionId; identityHash: Buffer; place: number },
): Promise<void> {
  await insertTemplate(database.db, one.tenantId, one.key, {
    ...{ templateId: newId(), engineVersion: 'other/1', identityKey: 'cpf', at: new Date() },
    ...{ descriptor: new Float32Array(128).fill(0.05), identityHash: one.identityHash, place: one.place },
    subject: { kind: 'transaction', id: one.subjectId },
  });
}
